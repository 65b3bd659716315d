from django.urls import path

from authorship.ledger import acts, views

urlpatterns = [
    path("projects/<slug:slug>/credit/", views.credit_page, name="credit_page"),
    path("projects/<slug:slug>/credit/people/", views.credit_people, name="credit_people"),
    path("projects/<slug:slug>/credit/choice/", acts.credit_choice, name="credit_choice"),
    path("projects/<slug:slug>/credit/ledger.<str:form>", views.credit_file, name="credit_file"),
    path("projects/<slug:slug>/credit/<int:seq>/", views.credit_entry, name="credit_entry"),
    path("projects/<slug:slug>/credit/<int:seq>/correct/", acts.correction_propose, name="correction_propose"),
    path("projects/<slug:slug>/credit/<int:seq>/again/", acts.correction_again, name="correction_again"),
    path(
        "projects/<slug:slug>/credit/<int:seq>/corrections/<int:number>/",
        acts.correction_decide,
        name="correction_decide",
    ),
]
