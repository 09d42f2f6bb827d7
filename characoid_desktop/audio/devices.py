"""Which sound outputs there are."""

from __future__ import annotations

from dataclasses import dataclass

from characoid_desktop.audio.backend import (
    LoadSound,
    SoundModule,
    in_daemon_thread,
    load_sounddevice,
    no_output,
    rows_of,
    settings_of,
)

LIST_LIMIT_S = 8.0


@dataclass(frozen=True, slots=True)
class OutputDevice:
    """``id`` is PortAudio's index of the moment; names survive a restart, indexes do not."""

    id: int
    name: str
    host: str
    channels: int
    rate: float
    is_default: bool


def _list(sound: SoundModule) -> tuple[OutputDevice, ...]:
    hosts = [str(settings_of(host).get("name", "")) for host in rows_of(sound.query_hostapis())]
    try:
        default = settings_of(sound.query_devices(None, "output")).get("index")
    except (sound.PortAudioError, ValueError):
        default = None
    found: list[OutputDevice] = []
    for index, row in enumerate(rows_of(sound.query_devices())):
        device = settings_of(row)
        channels = int(device.get("max_output_channels", 0) or 0)
        if channels < 1:
            continue
        host = int(device.get("hostapi", -1))
        found.append(OutputDevice(
            index, str(device.get("name", "")), hosts[host] if 0 <= host < len(hosts) else "", channels,
            float(device.get("default_samplerate", 0.0) or 0.0), index == default))
    return tuple(found)


async def output_devices(load: LoadSound = load_sounddevice) -> tuple[OutputDevice, ...]:
    """Return the outputs, empty when there are none; raises AppError when sound is not available at all."""

    def work() -> tuple[OutputDevice, ...]:
        sound = load()
        try:
            return _list(sound)
        except (sound.PortAudioError, ValueError):
            return ()

    try:
        return await in_daemon_thread(work, LIST_LIMIT_S)
    except TimeoutError as error:
        raise no_output("listing the devices did not end") from error
