/**
 * A child of the supervisor must not outlive it: the channel between them closes however the parent ends. Node reports
 * that once, and loading the code of a process takes seconds, so the parent may be gone before this is called.
 */
export function endWithParent(stop: () => void): void {
  if (process.connected === false) return stop() // undefined in a process that was started without a channel
  if (!process.channel) return
  process.once('disconnect', stop)
  // The channel to the parent does not keep the process alive.
  process.channel.unref()
}
