"""Under which addresses browsers reach the server, and which names it answers to.

A server that listens everywhere (``0.0.0.0``, ``::``) is reached under every address of the machine. It answers to each
of them and to the machine's own name, so that nobody needs to look them up and name them.
"""

import contextlib
import io
import socket
from collections.abc import Iterable
from ipaddress import ip_address, ip_network

import segno

from plyground.core.errors import InvalidSetting, quote

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine."""
ANY_ADDRESS = "any address"
"""Stands for every numeric address among the names that a server answers to."""
EVERYWHERE = ("0.0.0.0", "::")


def hosts_to_accept(host: str, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the names that a server listening on `host` answers to, besides `names`.

    One that listens everywhere answers to any numeric address: a machine gets new ones while it runs, and no other page
    can pretend to be one (DNS rebinding needs a name).
    """
    own = socket.gethostname().lower()
    more = (ANY_ADDRESS, own, f"{own.partition('.')[0]}.local") if host in EVERYWHERE else (in_url(host).lower(),)
    return tuple(dict.fromkeys([*LOCAL_HOSTS, *more, *(name.lower() for name in names)]))


def is_address(host: str) -> bool:
    """Tell whether the host of a URL is numeric."""
    with contextlib.suppress(ValueError):
        ip_address(host.strip("[]"))
        return True
    return False


def is_loopback(host: str) -> bool:
    """Tell whether `host` is this machine's own address, which only its own programs have."""
    with contextlib.suppress(ValueError):
        found = ip_address(host.partition("%")[0])
        mapped = getattr(found, "ipv4_mapped", None)
        return (mapped or found).is_loopback
    return False


def network_of(address: str) -> str:
    """Return what stands for the owner of an address: of IPv6, a machine picks any of a whole /64."""
    with contextlib.suppress(ValueError):
        found = ip_address(address.partition("%")[0])
        mapped = getattr(found, "ipv4_mapped", None)
        return str(mapped or (ip_network(f"{found}/64", strict=False) if found.version == 6 else found))
    return address


def check_proxies(addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses or networks of proxies; raises `InvalidSetting` for what is none."""
    found = tuple(addresses)
    for address in found:
        try:
            ip_network(address)
        except ValueError:
            raise InvalidSetting(
                f"The proxy {quote(address)} should be an address, like 127.0.0.1, or a network, like 10.0.0.0/8."
            ) from None
    return found


def in_url(host: str) -> str:
    """Return a host as a URL writes it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def own_url(host: str, port: int) -> str:
    """Return the URL under which this machine's own browser reaches a server that listens on `host`."""
    return f"http://{'127.0.0.1' if host in EVERYWHERE else in_url(host)}:{port}/"


def urls_for_others(host: str, port: int, names: tuple[str, ...] = ()) -> list[str]:
    """Return the URLs for browsers of other machines, by `names` first; none if it listens for this machine alone."""
    if in_url(host) in LOCAL_HOSTS or host.startswith("127."):
        return []
    families = [socket.AF_INET, socket.AF_INET6] if host == "::" else [socket.AF_INET]
    found = _addresses(families) if host in EVERYWHERE else [host]
    return [f"http://{in_url(each)}:{port}/" for each in dict.fromkeys([*names, *found])]


def _addresses(families: list[socket.AddressFamily]) -> list[str]:
    """Return the addresses of this machine that others can use: neither loopback nor link-local."""
    # which brings a module of each system's own along
    import psutil

    found = []
    for addresses in psutil.net_if_addrs().values():
        for each in addresses:
            if each.family in families:
                address = ip_address(each.address.partition("%")[0])
                if not address.is_loopback and not address.is_link_local:
                    found.append(str(address))
    return sorted(found, key=lambda text: ip_address(text).version)


def qr_code(url: str) -> str:
    """Return a QR code as lines for a terminal."""
    lines = io.StringIO()
    segno.make(url, error="l").terminal(lines, compact=True, border=2)
    return lines.getvalue()
