import { Socket } from 'node:net'

/**
 * Sends everything written in one turn of the event loop as one packet: a transaction begins with three statements, and
 * a separate system call for each costs a small read a fifth of its time.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let isGathering = false
  const send = () => {
    isGathering = false
    socket.uncork()
  }
  const gather = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(send)
    }
    return write(...args)
  }
  return Object.assign(socket, { write: gather })
}
