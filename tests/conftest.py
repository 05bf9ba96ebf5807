"""What holds for all tests."""

from hypothesis import settings

settings.register_profile("bgterm", deadline=None)  # a busy machine is not a failure
settings.load_profile("bgterm")
