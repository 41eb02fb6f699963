/**
 * The columns of a line of AWS's flow logs that no header line names. An account chooses its columns and their order, so the
 * values decide: a form from AWS's manual counts when each value is of its column's kind. Of any other order only
 * those values are read that can be of one column alone. Columns: "Flow log records" and "Flow log record examples", Amazon VPC;
 * "Transit gateway flow log records".
 */
import { type Fields, newFields } from './fields.ts'

const VERSION_2 =
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status'
/** Columns of later versions in the order in which the manual lists them; a line may end after any of them. */
const LATER =
  'vpc-id subnet-id instance-id tcp-flags type pkt-srcaddr pkt-dstaddr region az-id sublocation-type sublocation-id ' +
  'pkt-src-aws-service pkt-dst-aws-service flow-direction traffic-path ecs-cluster-arn ecs-cluster-name ' +
  'ecs-container-instance-arn ecs-container-instance-id ecs-container-id ecs-second-container-id ecs-service-name ' +
  'ecs-task-definition-arn ecs-task-arn ecs-task-id reject-reason resource-id encryption-status'
const EXAMPLE_3 =
  'version vpc-id subnet-id instance-id interface-id account-id type srcaddr dstaddr srcport dstport pkt-srcaddr ' +
  'pkt-dstaddr protocol bytes packets start end action tcp-flags log-status'
const EXAMPLE_5 =
  'version srcaddr dstaddr srcport dstport protocol start end type packets bytes account-id vpc-id subnet-id instance-id ' +
  'interface-id region az-id sublocation-type sublocation-id action tcp-flags pkt-srcaddr pkt-dstaddr ' +
  'pkt-src-aws-service pkt-dst-aws-service traffic-path flow-direction log-status'
const TRANSIT =
  'version resource-type account-id tgw-id tgw-attachment-id tgw-src-vpc-account-id tgw-dst-vpc-account-id ' +
  'tgw-src-vpc-id tgw-dst-vpc-id tgw-src-subnet-id tgw-dst-subnet-id tgw-src-eni tgw-dst-eni tgw-src-az-id ' +
  'tgw-dst-az-id tgw-pair-attachment-id srcaddr dstaddr srcport dstport protocol packets bytes start end log-status ' +
  'type packets-lost-no-route packets-lost-blackhole packets-lost-mtu-exceeded packets-lost-ttl-expired tcp-flags ' +
  'region flow-direction pkt-src-aws-service pkt-dst-aws-service'

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[\da-fA-F.]*:)[\da-fA-F:.]{2,45})$/
const NUMBER = /^\d{1,20}$/
const PORT = /^\d{1,5}$/
const SECONDS = /^\d{10}$/
const REGION = /^[a-z]{2}(?:-[a-z]{2,10}){1,3}-\d{1,2}$/
const ZONE = /^[a-z]{2,6}\d{1,2}-(?:az\d{1,2}|[\w-]{1,24})$/

/** Columns that a value's look alone tells. */
const BY_LOOK: readonly (readonly [string, RegExp])[] = [
  ['interface-id', /^eni-[\da-f]{1,32}$/],
  ['vpc-id', /^vpc-[\da-f]{1,32}$/],
  ['subnet-id', /^subnet-[\da-f]{1,32}$/],
  ['instance-id', /^i-[\da-f]{1,32}$/],
  ['account-id', /^(?:\d{12}|unknown)$/],
  ['action', /^(?:ACCEPT|REJECT)$/],
  ['log-status', /^(?:OK|NODATA|SKIPDATA)$/],
  ['type', /^(?:IPv4|IPv6|EFA)$/],
  ['flow-direction', /^(?:ingress|egress)$/],
  ['region', REGION],
  ['az-id', ZONE],
]

const KINDS: ReadonlyMap<string, RegExp> = new Map([
  ...BY_LOOK,
  ['version', /^\d{1,2}$/],
  ...['srcaddr', 'dstaddr', 'pkt-srcaddr', 'pkt-dstaddr'].map((name) => [name, ADDRESS] as const),
  ...['srcport', 'dstport'].map((name) => [name, PORT] as const),
  ...['protocol', 'tcp-flags', 'traffic-path'].map((name) => [name, /^\d{1,3}$/] as const),
  ...['packets', 'bytes'].map((name) => [name, NUMBER] as const),
  ...['start', 'end'].map((name) => [name, SECONDS] as const),
  ['resource-type', /^TransitGateway$/],
  ['tgw-id', /^tgw-[\da-f]{1,32}$/],
])

type Form = { readonly names: readonly string[]; readonly isOpen: boolean }
const formOf = (text: string, isOpen = false): Form => ({ names: text.split(' '), isOpen })

const SHORT = formOf(VERSION_2)
const FORMS: readonly Form[] = [
  formOf(`${VERSION_2} ${LATER}`, true),
  formOf(EXAMPLE_3),
  formOf(EXAMPLE_5),
  formOf(TRANSIT),
]
const WORDS_MIN = 8

function isForm(values: readonly string[], { names, isOpen }: Form): boolean {
  if (isOpen ? values.length > names.length || values.length < SHORT.names.length : values.length !== names.length)
    return false
  return values.every((value, at) => value === '-' || KINDS.get(names[at] as string)?.test(value) !== false)
}

/** Null when the values are no flow, or do not say between which addresses it was. */
export function flowByForm(values: readonly string[]): Fields | null {
  const form = isForm(values, SHORT) ? SHORT : FORMS.find((one) => isForm(values, one))
  if (form === undefined) return flowByLook(values)
  const record = newFields()
  for (let at = 0; at < values.length; at++) if (values[at] !== '-') record[form.names[at] as string] = values[at]
  return record
}

/**
 * The values that only one column can hold; the first two addresses next to one another, and two ports right behind them. All orders of
 * the manual have the source before the destination.
 */
function flowByLook(values: readonly string[]): Fields | null {
  const at = values.findIndex((value, i) => ADDRESS.test(value) && ADDRESS.test(values[i + 1] ?? ''))
  if (at === -1 || values.length < WORDS_MIN) return null
  const record = newFields()
  for (const value of values) {
    const name = BY_LOOK.find(([, look]) => look.test(value))?.[0]
    if (name !== undefined) record[name] ??= value
  }
  if (record['log-status'] === undefined && record.action === undefined) return null
  if (record['interface-id'] === undefined && record['vpc-id'] === undefined) return null
  Object.assign(record, { srcaddr: values[at], dstaddr: values[at + 1] })
  const [source = '', destination = ''] = values.slice(at + 2, at + 4)
  if (PORT.test(source) && PORT.test(destination)) Object.assign(record, { srcport: source, dstport: destination })
  const times = values.findIndex((value, i) => SECONDS.test(value) && SECONDS.test(values[i + 1] ?? ''))
  if (times !== -1) Object.assign(record, { start: values[times], end: values[times + 1] })
  return record
}

const HEAD = /^(?:\d{1,2} )?(?:[\w.:-]{1,128} ){2,64}/
const MARK = /(?:^| )(?:eni-[\da-f]{8,32}|TransitGateway|vpc-[\da-f]{8,32}) /
const VERDICT = / (?:ACCEPT|REJECT|OK|NODATA|SKIPDATA)(?: |$)/

/** True for a line whose words can be a flow without a header line. */
export function isFlowLine(head: string): boolean {
  return (SHORT_HEAD.test(head) || (HEAD.test(head) && MARK.test(head) && VERDICT.test(head))) && !head.includes('=')
}

const SHORT_HEAD = /^[2-9] (?:\d{12}|unknown) (?:eni-[0-9a-f]+|-) /
