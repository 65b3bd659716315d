from django.urls import path

from portal.api import views

urlpatterns = [
    path("account/tokens/", views.account_tokens, name="account_tokens"),
    path("account/tokens/end/", views.account_tokens_end, name="account_tokens_end"),
    path("account/tokens/<int:token>/end/", views.account_token_end, name="account_token_end"),
]
