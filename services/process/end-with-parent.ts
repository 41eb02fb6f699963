/** A child of the supervisor must not outlive it: the channel between them closes however the parent ends. */
export function endWithParent(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  // The channel to the parent does not keep the process alive.
  process.channel.unref()
}
