"""Notice when the host of a virtual machine suspends a processor.

The steal time in /proc/stat is coarse, and some hosts report none when they load a page of the
guest's memory. Here a small process on each processor sleeps for a moment again and again. If it
wakes up late and the delay is not a wait for the processor, the processor was suspended: other
programs on the machine cannot cause such a delay.
"""

import os
import subprocess
import sys
import time

SCHEDSTAT = "/proc/self/schedstat"
STEP = 0.004           # seconds that a process sleeps
GAP = 0.002            # shorter suspensions are not noted
DELIVERY = 0.05        # seconds after which a suspension that has ended is in the file


class Pulse:
    """The processes, and the file in which they note suspensions."""

    def __init__(self, path):
        self.path = path
        # Without these statistics, waits cannot be told from suspensions.
        processors = os.sched_getaffinity(0) if os.path.exists(SCHEDSTAT) else ()
        # A file of an earlier run is emptied. Opened for appending, it keeps the lines of all
        # processes whole.
        open(path, "w").close()
        with open(path, "a") as file:
            self.processes = [
                subprocess.Popen([sys.executable, "-S", __file__, str(processor)], stdout=file)
                for processor in processors]

    def suspended(self, begin, end):
        """The longest time that any one processor was suspended between two times of
        time.monotonic(), in seconds."""
        time.sleep(DELIVERY)
        total = {}
        with open(self.path) as file:
            for line in file:
                processor, since, until = line.split()
                shared = min(end, float(until)) - max(begin, float(since))
                total[processor] = total.get(processor, 0) + max(0, shared)
        return max(total.values(), default=0)

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()


def watch(processor):
    """Writes when each suspension began and ended to standard output, until the parent ends."""
    os.sched_setaffinity(0, {processor})
    parent = os.getppid()
    with open(SCHEDSTAT, "rb") as file:
        def waited():
            return int(os.pread(file.fileno(), 80, 0).split()[1]) / 1e9

        last, before = time.monotonic(), waited()
        while os.getppid() == parent:
            time.sleep(STEP)
            now, waits = time.monotonic(), waited()
            gap = now - last - STEP - (waits - before)
            if gap > GAP:
                # The suspension ended before the wait for the processor began.
                until = now - (waits - before)
                # With PYTHONUNBUFFERED, print() would write the line and its end separately.
                line = "%d %.6f %.6f\n" % (processor, until - gap, until)
                os.write(sys.stdout.fileno(), line.encode())
            last, before = now, waits


if __name__ == "__main__":
    watch(int(sys.argv[1]))
