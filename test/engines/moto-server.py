"""Starts moto with what the local stack and the deployment need of it: `moto-server.py PORT`."""

import sys
import threading
import uuid

from moto.core.common_models import CloudFormationModel
from moto.kms.models import Key, KmsBackend
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.scheduler.models import scheduler_backends
from werkzeug.serving import run_simple


def template_key_id(backend, key_id):
    """Creates a KMS key when it is first named. KMS chooses ids itself, but the local stack takes them from the template."""
    name = key_id.split(":key/")[-1]
    if name in backend.keys:
        return name
    # A ciphertext of moto has space for a UUID.
    unique = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
    if unique not in backend.keys:
        is_signing = name.startswith("Signing")
        usage, spec = ("GENERATE_VERIFY_MAC", "HMAC_256") if is_signing else ("ENCRYPT_DECRYPT", "SYMMETRIC_DEFAULT")
        key = Key(None, usage, spec, name, backend.account_id, backend.region_name)
        key.id = unique
        backend.keys[unique] = key
    return unique


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
    run_simple("127.0.0.1", int(sys.argv[1]), one_at_a_time(DomainDispatcherApplication(create_backend_app)), threaded=True)
