"""The kinds of unit files, and the keys in them that take many values."""

from __future__ import annotations

QUADLET_KINDS = ("container", "pod", "volume", "network", "kube", "image", "build")
SYSTEMD_KINDS = ("service", "socket", "timer", "mount", "automount", "swap", "path", "slice", "scope")
KINDS = (*QUADLET_KINDS, *SYSTEMD_KINDS)

# The values of these keys add up, and an empty one clears those before it; of any other key the last value counts.
LISTS = frozenset((
    "AddCapability", "AddDevice", "AddHost", "Annotation", "ConfigMap", "ContainersConfModule", "DNS",
    "DNSOption", "DNSSearch", "DropCapability", "Environment", "EnvironmentFile", "ExposeHostPort", "GIDMap",
    "GlobalArgs", "GroupAdd", "ImageTag", "Label", "LogOpt", "Mask", "Mount", "Network", "NetworkAlias",
    "PodmanArgs", "PublishPort", "Secret", "Sysctl", "Tmpfs", "UIDMap", "Ulimit", "Unmask", "Volume", "Gateway",
    "IPRange", "Options", "Subnet", "AmbientCapabilities", "BindPaths", "BindReadOnlyPaths",
    "CapabilityBoundingSet", "DeviceAllow", "ExecCondition", "ExecReload", "ExecStart", "ExecStartPost",
    "ExecStartPre", "ExecStop", "ExecStopPost", "InaccessiblePaths", "LoadCredential", "PassEnvironment",
    "ReadOnlyPaths", "ReadWritePaths", "RestrictAddressFamilies", "SetCredential", "SupplementaryGroups",
    "SystemCallFilter", "UnsetEnvironment", "OnActiveSec", "OnBootSec", "OnCalendar", "OnStartupSec",
    "OnUnitActiveSec", "OnUnitInactiveSec", "ListenDatagram", "ListenFIFO", "ListenSequentialPacket",
    "ListenStream", "DirectoryNotEmpty", "PathChanged", "PathExists", "PathExistsGlob", "PathModified",
))  # fmt: skip
