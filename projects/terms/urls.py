from django.urls import path

from projects.terms.views import agreeing, autosave, cards, comparing, editing, exchange, publishing, reading, starting

urlpatterns = [
    path("compare/", comparing.compare, name="compare"),
    path("projects/<slug:slug>/terms/", reading.terms_read, name="terms_read"),
    path("projects/<slug:slug>/terms/<int:number>/", reading.terms_version, name="terms_version"),
    path("projects/<slug:slug>/terms/<int:number>/terms.yaml", reading.terms_yaml, name="terms_yaml"),
    path("projects/<slug:slug>/terms/<int:number>/terms.json", reading.terms_json, name="terms_json"),
    path("projects/<slug:slug>/terms/<int:number>/terms.bib", reading.terms_bibtex, name="terms_bibtex"),
    path("projects/<slug:slug>/terms/<int:number>/terms.csl.json", reading.terms_csl, name="terms_csl"),
    path("projects/<slug:slug>/terms/<int:number>/file", reading.terms_file, name="terms_file"),
    path("projects/<slug:slug>/card/", cards.card_page, name="card_page"),
    path("projects/<slug:slug>/card/<int:number>/", cards.card_version, name="card_version"),
    path("projects/<slug:slug>/card/<int:number>/<slug:check>/reply/", cards.card_reply, name="card_reply"),
    path("projects/<slug:slug>/card/<int:number>/<slug:check>/contest/", cards.card_contest, name="card_contest"),
    path("help/checks/", cards.check_set, name="check_set"),
    path("help/checks/contested/", cards.contested, name="contested_marks"),
    path("projects/<slug:slug>/terms/edit/", editing.terms_edit, name="terms_edit"),
    path("projects/<slug:slug>/terms/edit/<int:chapter>/", editing.terms_step, name="terms_step"),
    path("projects/<slug:slug>/terms/upload/", exchange.terms_upload, name="terms_upload"),
    path("projects/<slug:slug>/terms/draft.json", exchange.terms_draft_json, name="terms_draft_json"),
    path("schemas/concord-terms-1.json", exchange.terms_schema, name="terms_schema"),
    path("projects/<slug:slug>/terms/draft.yaml", exchange.terms_draft_yaml, name="terms_draft_yaml"),
    path("projects/<slug:slug>/terms/start/", starting.terms_start, name="terms_start"),
    path("projects/<slug:slug>/terms/edit/<int:chapter>/beside/", autosave.terms_beside, name="terms_beside"),
    path("projects/<slug:slug>/terms/agree/", agreeing.terms_agree, name="terms_agree"),
    path("projects/<slug:slug>/terms/draft-file", agreeing.terms_draft_file, name="terms_draft_file"),
    path("projects/<slug:slug>/terms/publish/", publishing.terms_publish, name="terms_publish"),
]
