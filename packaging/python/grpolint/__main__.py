"""python -m grpolint"""

import os
import subprocess
import sys

from grpolint import executable

if os.name == "nt":
    sys.exit(subprocess.run([executable(), *sys.argv[1:]]).returncode)
os.execv(executable(), ["grpolint", *sys.argv[1:]])
