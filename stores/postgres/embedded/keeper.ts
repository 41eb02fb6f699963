import { spawn } from 'node:child_process'

/**
 * Stops the server when its starter is gone. It reads the server's process id, then waits for one line; an end of input
 * without a line means that the starter died. A shell takes about a megabyte, a second Node forty. It runs in a session
 * of its own, so a kill of the starter's process group spares it.
 */
const SCRIPT = `
read -r pid || exit 0
read -r word && exit 0
tries=0
kill -INT "$pid" 2>/dev/null || exit 0
while kill -0 "$pid" 2>/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -eq 100 ] && kill -QUIT "$pid"
  [ "$tries" -eq 150 ] && kill -KILL "$pid"
  [ "$tries" -ge 160 ] && exit 1
  sleep 0.1
done
`

export type Keeper = { watch(pid: number): void; dismiss(): void }

/** Started before the server, so that the server never runs without a living keeper. */
export function startKeeper(): Keeper {
  const child = spawn('/bin/sh', ['-c', SCRIPT], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // A killed keeper is no reason to stop: the next start stops a server that outlived its starter.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.unref()
  return {
    watch: (pid) => void child.stdin?.write(`${pid}\n`),
    dismiss: () => void child.stdin?.end('done\n'),
  }
}
