/** Says what has a port of this machine, for the message of a service that could not listen on it. Linux only. */
import fs from 'node:fs'

/** States of `/proc/net/tcp`, by their number. */
const STATES = [
  '',
  'ESTABLISHED',
  'SYN_SENT',
  'SYN_RECV',
  'FIN_WAIT1',
  'FIN_WAIT2',
  'TIME_WAIT',
  'CLOSE',
  'CLOSE_WAIT',
  'LAST_ACK',
  'LISTEN',
  'CLOSING',
]
const LISTEN = STATES.indexOf('LISTEN')

type Socket = { readonly state: number; readonly peerPort: number; readonly inode: string }

/**
 * For example `process 4711 (node) listens on it`. A connection may have the port too, when the system chose it for an
 * outgoing one. Empty where there is no /proc.
 */
export function portHolder(port: number): string {
  if (!fs.existsSync('/proc/net/tcp')) return ''
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => socketsAt(file, port))
  const socket = sockets.find(({ state }) => state === LISTEN) ?? sockets[0]
  if (socket === undefined) return 'nothing has it any more, so another start may succeed'
  const process = processOf(socket.inode)
  if (socket.state === LISTEN) return `${process} listens on it`
  return `a connection of ${process} to port ${socket.peerPort} has it (${STATES[socket.state]})`
}

/** The range from which the system takes ports for outgoing connections; null where there is no /proc. */
export function outgoingPorts(): { readonly from: number; readonly to: number } | null {
  const file = '/proc/sys/net/ipv4/ip_local_port_range'
  const [from, to] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(/\s+/).map(Number) : []
  return from === undefined || to === undefined ? null : { from, to }
}

function socketsAt(file: string, port: number): Socket[] {
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'latin1').split('\n').slice(1)
  return lines.flatMap((line) => {
    const [, local = '', peer = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
    if (portOf(local) !== port) return []
    return [{ state: Number.parseInt(state, 16), peerPort: portOf(peer), inode }]
  })
}

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)

/** Processes of other users cannot be examined. */
function processOf(inode: string): string {
  for (const pid of fs.readdirSync('/proc')) {
    if (/^\d+$/.test(pid) && hasSocket(pid, inode)) return `process ${pid} (${commandOf(pid)})`
  }
  return 'a process that cannot be examined, or has ended,'
}

function hasSocket(pid: string, inode: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return fs.readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === `socket:[${inode}]`)
  } catch {
    return false
  }
}

function linkOf(file: string): string {
  try {
    return fs.readlinkSync(file)
  } catch {
    return '' // closed meanwhile
  }
}

function commandOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return 'ended'
  }
}
