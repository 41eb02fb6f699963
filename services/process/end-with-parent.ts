/** A child of the supervisor must not outlive it: the channel between them closes however the parent ends. */
export function endWithParent(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  // Watching for its end is no reason to go on.
  process.channel.unref()
}
