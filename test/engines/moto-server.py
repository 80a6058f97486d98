"""Starts moto with what the local stack and the deployment need of it: `moto-server.py PORT`."""

import sys
import threading

from moto.apigateway.models import RestAPI, apigateway_backends
from moto.cloudformation.custom_model import CustomModel
from moto.core.common_models import CloudFormationModel
from moto.kms.models import Key, KmsBackend
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.scheduler.models import scheduler_backends
from werkzeug.serving import run_simple


def template_key_id(backend, key_id):
    """Creates a KMS key when it is first named. KMS chooses ids itself, but the local stack takes them from the template."""
    name = key_id.split(":key/")[-1]
    if name not in backend.keys:
        key = Key(None, "ENCRYPT_DECRYPT", "SYMMETRIC_DEFAULT", of_template, backend.account_id, backend.region_name)
        key.id = name
        backend.keys[name] = key
    return name


def generate_mac(backend, key_id, **options):
    """The first use of such a key decides what kind of key it is."""
    key = backend.keys[backend.any_id_to_key_id(key_id)]
    if key.description == of_template:
        key.key_usage, key.key_spec = "GENERATE_VERIFY_MAC", "HMAC_256"
    return generate_mac_of_moto(backend, key_id=key_id, **options)


of_template = "a key of the local stack's template"
generate_mac_of_moto = KmsBackend.generate_mac


class ScheduleGroupResource(CloudFormationModel):
    """AWS::Scheduler::ScheduleGroup, which moto has in its API, but not in its CloudFormation."""

    # moto reads the service's name from it.
    __module__ = "moto.scheduler.models"

    def __init__(self, group):
        self.group = group
        self.physical_resource_id = group.name

    @staticmethod
    def cloudformation_name_type():
        return "Name"

    @staticmethod
    def cloudformation_type():
        return "AWS::Scheduler::ScheduleGroup"

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr == "Arn"

    def get_cfn_attribute(self, attribute_name):
        return self.group.arn

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        backend = scheduler_backends[account_id][region_name]
        return cls(backend.create_schedule_group(resource_name, []))

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        scheduler_backends[account_id][region_name].delete_schedule_group(resource_name)


def with_definition(create):
    """moto passes over the Body of AWS::ApiGateway::RestApi, but can import one by its API."""

    def create_and_import(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        api = create(resource_name, cloudformation_json, account_id, region_name, **kwargs)
        definition = cloudformation_json["Properties"].get("Body")
        if definition:
            backend = apigateway_backends[account_id][region_name]
            backend.put_rest_api(api.id, definition, fail_on_warnings=False, mode="overwrite")
        return api

    return classmethod(create_and_import)


def complete_at_once(model):
    """moto runs the function of a custom resource in Docker, and waits for its response. Here the resource exists at once."""
    model.is_created = lambda self: True


def one_at_a_time(app):
    """moto copies a table before a transaction and restores the copy if it fails, so requests at once lose writes."""
    table = threading.Lock()

    def answer(environ, start_response):
        if not environ.get("HTTP_X_AMZ_TARGET", "").startswith("DynamoDB_"):
            return app(environ, start_response)
        with table:
            return list(app(environ, start_response))

    return answer


if __name__ == "__main__":
    KmsBackend.get_key_id = template_key_id
    KmsBackend.generate_mac = generate_mac
    RestAPI.create_from_cloudformation_json = with_definition(RestAPI.create_from_cloudformation_json)
    complete_at_once(CustomModel)
    run_simple("127.0.0.1", int(sys.argv[1]), one_at_a_time(DomainDispatcherApplication(create_backend_app)), threaded=True)
