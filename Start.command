#!/bin/sh
# macOS: a double click opens the desk.
cd "$(dirname "$0")" && exec /bin/sh desk/start/start.sh
