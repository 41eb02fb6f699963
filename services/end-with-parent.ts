/** A child of the supervisor must not outlive it: the channel between them closes however the parent ends. */
export function endWithParent(stop: () => void): void {
  if (process.channel) process.once('disconnect', stop)
}
