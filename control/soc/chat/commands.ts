/** `/svc` in a chat: what people may ask there, each as their own account. */

import { createHash } from 'node:crypto'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { hiddenFromReceiver } from '../../identity/accounts/index.ts'
import { type Actor, nobodyIn, type Origin, perform, type Work } from '../../platform/acting/index.ts'
import { hiddenFromAll, hiddenIn, shownText } from '../../platform/governance/index.ts'
import { startInvestigation } from '../../respond/agents/index.ts'
import { actionTypeOf, type Decision, decide, inWords, requestAction } from '../../respond/response/index.ts'
import {
  type Acknowledged,
  acknowledgeCase,
  caseActor,
  caseNumber,
  caseRecord,
  casesPage,
  commentOnCase,
  summaryOf,
} from '../cases/index.ts'
import { answerInChat } from '../delivery/index.ts'
import {
  actorInChat,
  type ChatUser,
  linkAccount,
  orRefused,
  tenantOfChat,
  tenantOfCode,
  tenantOfWorkspace,
} from './accounts.ts'
import type { ChatDeps, ChatOperation } from './chat-deps.ts'
import { requireChatRegion } from './chat-region.ts'
import { followCase, headOf } from './threads.ts'

export type ChatCall = {
  readonly from: ChatUser
  readonly text: string
  /** Equal for repeats of one request, so that its effect happens once. */
  readonly requestKey: string
  readonly origin: Origin
  /** Channel that it was written in, and its thread where the platform says so. */
  readonly channel?: string | null
}

/** `approvalId`: the answer is a card with buttons that approve and deny. `isRefused`: nothing was done. */
export type ChatAnswer = { readonly text: string; readonly approvalId?: string; readonly isRefused?: boolean }

type Answer = ChatAnswer & {
  /** Ids of records in the text. */
  readonly about?: readonly string[]
  /** Everybody in the channel sees it; else the person alone, where the platform can do that. */
  readonly isForChannel?: boolean
}

/** Field rules hold: for an answer to the person by their roles, and every rule for one that a whole channel sees. */
async function shown({ pool }: ChatDeps, { from }: ChatCall, { actor }: Person, answer: Answer): Promise<ChatAnswer> {
  const { text, approvalId, about = [], isForChannel = approvalId !== undefined || from.platform === 'teams' } = answer
  const copies = await withTenant(pool, actor.tenantId, async (tx) => {
    const hidden = await hiddenFromReceiver(tx, isForChannel ? null : actor.id)
    return hiddenIn(tx, hidden, [...about, approvalId ?? '', text])
  })
  return { text: shownText(text, copies), ...(approvalId === undefined ? {} : { approvalId }) }
}

const HELP = [
  'list: the ten newest open cases',
  'investigate CASE: start an investigation',
  'explain CASE: how a case stands',
  'follow CASE: a thread here that has the comments of the case, and the other way round',
  'acknowledge CASE: you see to it, and its escalation stops',
  'comment CASE TEXT: a comment of the case',
  'isolate HOST: cut a host off the network, once somebody else approves',
  'block IP: block an address, once somebody else approves',
  'approve ID, deny ID: decide an approval',
  'link CODE: link your account with a code from your settings',
  'help',
]
  .map((line) => `/svc ${line}`)
  .join('\n')

const LISTED = 10

const wordsOf = (text: string) => text.trim().split(/\s+/)

/** False: a text that begins with no command, as what people write to each other. */
export function isCommand(text: string): boolean {
  const verb = wordsOf(text)[0]?.toLowerCase() ?? ''
  return verb === '' || verb === 'help' || verb === 'link' || Object.hasOwn(COMMANDS, verb)
}

/** Never throws for a mistake of the user, which is answered with its message. */
export async function answerChat(deps: ChatDeps, call: ChatCall): Promise<ChatAnswer> {
  const [verb = '', ...rest] = wordsOf(call.text)
  const subject = rest.join(' ')
  return orRefused(async () => {
    if (verb.toLowerCase() === 'link') return linked(deps, call, subject)
    const command = Object.hasOwn(COMMANDS, verb.toLowerCase()) ? COMMANDS[verb.toLowerCase()] : undefined
    if (command === undefined) return { text: HELP }
    if (command.subject !== null && subject === '') return { text: `/svc ${verb} ${command.subject}` }
    const person = await asPerson(deps, call)
    return shown(deps, call, person, await command.run(person, subject))
  }, failedAnswer)
}

const failedAnswer = (why: string): ChatAnswer => ({ text: `This did not work: ${why}`, isRefused: true })

/** A press on a button of a card. */
export async function decideInChat(
  deps: ChatDeps,
  call: ChatCall,
  approvalId: string,
  verdict: Decision['verdict'],
): Promise<ChatAnswer> {
  return orRefused(async () => {
    const person = await asPerson(deps, call)
    const answer = await decided(verdict).run(person, approvalId)
    return shown(deps, call, person, { ...answer, isForChannel: true })
  }, failedAnswer)
}

/** A press on the button of an escalation: the channel sees who sees to the case. */
export async function acknowledgeInChat(deps: ChatDeps, call: ChatCall, deliveryId: string): Promise<ChatAnswer> {
  return orRefused(async () => {
    if (!isUuid(deliveryId)) throw new AppError('not_found', 'this button is not valid')
    const person = await asPerson(deps, call)
    const { actor, nowMs } = person
    const answer = await acknowledged(person, (tx) =>
      answerInChat(tx, caseActor(actor), actor.email ?? 'somebody', deliveryId, nowMs),
    )
    return shown(deps, call, person, { ...answer, isForChannel: true })
  }, failedAnswer)
}

async function acknowledged({ does, actor }: Person, work: (tx: TenantTx) => Promise<Acknowledged>): Promise<Answer> {
  const { case: found, isNew } = await does('cases.acknowledge', async (tx, note) => {
    const done = await work(tx)
    note({ resource: 'case', resourceId: done.case.id, changes: { is_new: done.isNew, by: 'chat' } })
    return done
  })
  const number = caseNumber(found.number)
  const text = isNew ? `${number} is acknowledged by ${actor.email}.` : `${number} was acknowledged before.`
  return { text, about: [found.id] }
}

type Person = {
  readonly from: ChatUser
  readonly channel: string | null
  readonly beginThread: ((channel: string, text: string) => Promise<string>) | null
  readonly actor: Actor
  readonly key: string
  readonly webUrl: string
  readonly models: ChatDeps['models']
  readonly nowMs: number
  /** Runs `work` with the permission of an operation, and records its action or `records` in place of it. */
  readonly does: <T>(operation: ChatOperation, work: Work<T>, records?: readonly string[]) => Promise<T>
}

async function asPerson(deps: ChatDeps, { from, origin, requestKey, channel = null }: ChatCall): Promise<Person> {
  const tenant = await tenantOfChat(deps, from)
  if (tenant === null) throw new AppError('forbidden', 'this workspace is not linked to a tenant: /svc link CODE')
  await requireChatRegion(deps, tenant, from)
  const actor = await withTenant(deps.pool, tenant, (tx) => actorInChat(tx, from, origin))
  const { beginThread } = deps
  return {
    ...{ from, channel },
    beginThread:
      beginThread === undefined ? null : (place: string, text: string) => beginThread(tenant, from, place, text),
    ...{ actor, webUrl: deps.webUrl, models: deps.models, nowMs: deps.nowMs() },
    key: `chat/${createHash('sha256').update(requestKey).digest('hex').slice(0, 40)}`,
    does: (operation, work, records = deps.operations[operation].records) =>
      perform(deps, actor, { ...deps.operations[operation], records }, work),
  }
}

type Command = {
  /** Text behind the word; null for none. */
  readonly subject: string | null
  readonly run: (person: Person, subject: string) => Promise<Answer>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    subject: null,
    async run({ does, webUrl }) {
      const statuses = ['open', 'in_progress'] as const
      const found = await does('cases.list', (tx) => casesPage(tx, { statuses: [...statuses] }, LISTED, null))
      const lines = found.map(({ item: { id, number, severity, status, title } }) => {
        return `${caseNumber(number)} [${severity}] ${status}: ${title} ${webUrl}/cases/${id}`
      })
      return {
        text: lines.length === 0 ? 'No case is open.' : lines.join('\n'),
        about: found.map(({ item }) => item.id),
      }
    },
  },
  explain: {
    subject: 'CASE',
    async run({ does }, ref) {
      const record = await does('cases.get', (tx) => caseRecord(tx, ref))
      const { headline, description, alerts, open_tasks: tasks, as_of: asOf } = summaryOf(record)
      // The summary is that of the last change, which may be days ago.
      const counts = `${alerts.total} alerts, ${tasks.length} open tasks; last changed ${asOf}.`
      return {
        text: [headline, ...(description === null ? [] : [description]), counts].join('\n'),
        about: [record.case.id],
      }
    },
  },
  investigate: {
    subject: 'CASE',
    async run({ does, actor, models, webUrl, nowMs }, ref) {
      const run = await does('investigations.start', async (tx, note) => {
        const begun = await startInvestigation(tx, ref, actor.id ?? '', nowMs, models)
        note({ resource: 'case', resourceId: begun.caseId ?? ref, changes: { run_id: begun.id, by: 'chat' } })
        return begun
      })
      return {
        text: run.summary ?? `The investigation is ${run.status}. ${webUrl}/cases/${run.caseId}`,
        about: [run.id, run.caseId ?? ''],
      }
    },
  },
  follow: { subject: 'CASE', run: followed },
  comment: {
    subject: 'CASE TEXT',
    async run({ does, actor, from, channel, nowMs }, subject) {
      const [, ref = '', body = ''] = /^(\S+)\s+(.+)$/s.exec(subject) ?? []
      if (body === '') return { text: '/svc comment CASE TEXT' }
      const origin = `${from.platform} ${channel ?? ''}`.trim().slice(0, 200)
      const { caseId } = await does('cases.comment', async (tx, note) => {
        const comment = await commentOnCase(tx, caseActor(actor), ref, body, nowMs, origin)
        const changes = { comment_id: comment.id, by: 'chat' }
        note({ resource: 'case', resourceId: comment.caseId, changes })
        return comment
      })
      return { text: `${ref} has your comment.`, about: [caseId] }
    },
  },
  acknowledge: {
    subject: 'CASE',
    run(person, ref) {
      const { actor, nowMs } = person
      const by = { by: `${actor.email}, in a chat`, deliveryId: null }
      return acknowledged(person, (tx) => acknowledgeCase(tx, caseActor(actor), ref, by, nowMs))
    },
  },
  isolate: { subject: 'HOST', run: (person, host) => requestOf(person, 'isolate_host', host) },
  block: { subject: 'IP', run: (person, ip) => requestOf(person, 'block_ip', ip) },
  approve: decided('approved'),
  deny: decided('denied'),
}

/** A message in this channel begins the thread; in Teams the conversation is the thread. */
async function followed({ does, actor, from, channel, beginThread, nowMs }: Person, ref: string): Promise<Answer> {
  if (channel === null) return { text: 'This can be done in a channel alone.' }
  const { id, number, title } = await does('cases.comment', (tx) => headOf(tx, ref), [])
  // Everybody in the channel sees it, so every field rule applies to the title.
  const head = await does('cases.get', async (tx) => {
    const copies = await hiddenFromAll(tx, [id])
    return shownText(`${caseNumber(number)}: ${title}. Answers in this thread are comments of the case.`, copies)
  })
  if (from.platform === 'slack' && beginThread === null) return { text: 'No chat can be reached from here.' }
  const threadRef = from.platform === 'slack' ? await beginThread?.(channel, head) : channel
  const startThread: Work<void> = async (tx, note) => {
    const place = { ...from, channel, threadRef: threadRef ?? channel }
    const thread = await followCase(tx, place, { caseId: id, userId: actor.id ?? '' }, nowMs)
    note({ resource: 'case', resourceId: id, changes: { thread, platform: from.platform, channel } })
  }
  // Messages of the thread become comments, so it needs the permission to comment.
  await does('cases.comment', startThread, ['chat:thread_started'])
  const how =
    from.platform === 'slack' ? '' : ' What is written to me in it, without a command, is a comment of the case.'
  return { text: `A thread follows ${caseNumber(number)} from now on.${how}`, about: [id], isForChannel: false }
}

/** Uses the same gate as every other interface: the requester cannot approve. */
async function requestOf({ does, actor, key, nowMs }: Person, actionType: string, target: string): Promise<Answer> {
  const { action, approval } = await does('actions.request', async (tx, note) => {
    const rationale = `Asked for in a chat by ${actor.email}.`
    const request = { actionType, target, parameters: {}, rationale, idempotencyKey: key }
    const made = await requestAction(tx, actor, request, nowMs)
    note({ resource: 'action', resourceId: made.action.id, changes: { action_type: actionType, target, by: 'chat' } })
    return made
  })
  const type = actionTypeOf(actionType)
  const what = `${type === null ? actionType : inWords(type)} on ${target}`
  if (approval?.status !== 'pending')
    return { text: `${what}: ${approval?.status ?? action.status}.`, about: [action.id] }
  return { text: `${actor.email} asks for ${what}.`, approvalId: approval.id }
}

function decided(verdict: Decision['verdict']): Command {
  return {
    subject: 'ID',
    async run({ does, actor, nowMs }, id) {
      if (!isUuid(id)) throw noSuch('approval', id.slice(0, 100))
      const approval = await does(
        verdict === 'approved' ? 'approvals.approve' : 'approvals.reject',
        async (tx: TenantTx, note) => {
          const { approval: after, isNew } = await decide(tx, actor, id, { verdict, comment: null }, nowMs)
          const changes = { status: after.status, by: 'chat', on_behalf_of: after.decidedFor }
          note(isNew ? { resource: 'approval', resourceId: id, changes } : null)
          return after
        },
      )
      const { title, status, votes, quorum } = approval
      return status === 'pending'
        ? { text: `${title}: ${votes} of ${quorum} agree.`, approvalId: id }
        : { text: `${title}: ${status} by ${actor.email}.`, about: [id] }
    },
  }
}

async function linked({ pool, audit, sealer, defaultTenant, nowMs }: ChatDeps, call: ChatCall, code: string) {
  const { from, origin } = call
  const tenant = tenantOfCode(sealer, code)
  if (tenant === null) throw new AppError('forbidden', 'this is no code: take one from your settings')
  const own = await tenantOfWorkspace(pool, from)
  if (own !== null && own !== tenant) throw new AppError('forbidden', 'this workspace is linked to another tenant')
  const isOwn = own !== null || defaultTenant === tenant
  const action = { needs: 'public', records: ['chat:account_linked'] } as const
  const user = await perform({ pool, audit }, nobodyIn(tenant, origin), action, async (tx, note) => {
    const found = await linkAccount(tx, from, code, isOwn, nowMs())
    const changes = { platform: from.platform, team_id: from.teamId, chat_user_id: from.chatUserId }
    note({ resource: 'user', resourceId: found.id, user: found, changes })
    return found
  })
  return { text: `You are ${user.email} here now.` }
}
