"""Forms as this site draws them. Set once as `FORM_RENDERER`; allauth's forms get it as well."""

from django import forms
from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    form_template_name = "components/form.html"
    field_template_name = "components/form_field.html"


class Form(forms.Form):
    """Errors stand between hint and control; the summary is part of the form."""

    required_css_class = "is-required"


class ModelForm(forms.ModelForm):
    """As `Form`, for one model."""

    required_css_class = "is-required"
