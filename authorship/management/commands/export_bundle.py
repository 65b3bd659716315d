from authorship.exports.command import ExportBundle as Command

__all__ = ["Command"]
