/** Operations of mails that people report as suspicious. */
import { Type } from 'typebox'
import { requireFound } from '../../../platform/errors.ts'
import { named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { PHISHING_VERDICTS } from './judge.ts'
import { PHISHING_LIMITS } from './limits.ts'
import { AUTH_RESULTS } from './read-mail.ts'
import {
  ARTIFACT_KINDS,
  type PhishingSubmission,
  phishingSubmission,
  phishingSubmissionsPage,
} from './submission-store.ts'
import { readSubmission, submitPhishing } from './submit.ts'

const operation = operationsOf<unknown>()
const BODY_BYTES_MAX = 8 * 1024 * 1024

const submissionSchema = named(
  'PhishingSubmission',
  Type.Object({
    id: uuid,
    artifact_kind: oneOf(ARTIFACT_KINDS),
    subject: nullable(Type.String()),
    sender: nullable(Type.String()),
    verdict: oneOf(PHISHING_VERDICTS, { description: 'no_signs does not mean harmless' }),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    signals: Type.Array(Type.Object({ name: Type.String(), weight: Type.Integer(), detail: Type.String() })),
    authentication: nullable(
      Type.Object(
        { spf: oneOf(AUTH_RESULTS), dkim: oneOf(AUTH_RESULTS), dmarc: oneOf(AUTH_RESULTS) },
        { description: 'results of the receiving mail server' },
      ),
    ),
    links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() })),
    attachments: Type.Array(
      Type.Object({ name: Type.String(), type: Type.String(), bytes: Type.Integer(), sha256: Type.String() }),
    ),
    attachment_hashes: Type.Array(Type.String()),
    not_checked: Type.Array(Type.String()),
    alert_id: nullable(uuid),
    submitted_by: Type.String(),
    created_at: time,
  }),
)

const shown = ({ analysis, kind, ...submission }: PhishingSubmission) => {
  const { signals, auth, links, attachments, hashes, notChecked } = analysis
  const found = { signals, authentication: auth, links, attachments, attachmentHashes: hashes, notChecked }
  return { ...submission, ...found, artifactKind: kind }
}

const submit = operation.outside({
  name: 'phishing.submit',
  summary: 'Report a mail, an address, a domain or the hash of a file as suspected phishing',
  permission: 'alerts:write',
  audit: 'phishing:submitted',
  path: 'POST /phishing/submit',
  status: 201,
  bodyBytes: BODY_BYTES_MAX,
  body: sent('PhishingSubmit', {
    artifact_kind: oneOf(ARTIFACT_KINDS),
    raw_content: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PHISHING_LIMITS.rawChars,
        description: 'email: the message with headers; domain: the domain name',
      }),
    ),
    sender: Type.Optional(plainText(320)),
    subject: Type.Optional(plainText(500)),
    urls: Type.Optional(Type.Array(plainText(2048), { maxItems: PHISHING_LIMITS.links })),
    attachment_hashes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), {
        maxItems: PHISHING_LIMITS.attachments,
        description: 'SHA-256 of attachments; files are never stored',
      }),
    ),
  }),
  output: submissionSchema,
  async run({ work, actor, nowMs }, { artifact_kind: kind, raw_content: raw = null, ...input }) {
    const { sender = null, subject = null, urls = [], attachment_hashes: hashes = [] } = input
    const submission = { kind, raw, sender, subject, urls, hashes }
    const mail = await readSubmission(actor.tenantId, submission)
    return work(async (tx, note) => {
      const made = await submitPhishing(tx, submission, mail, idOf(actor), nowMs)
      const { id, verdict, score, alertId: alert_id } = made
      note({ resource: 'phishing', resourceId: id, changes: { artifact_kind: kind, verdict, score, alert_id } })
      return shown(made)
    })
  },
})

const list = operation.page({
  name: 'phishing.list',
  summary: 'Phishing reports, newest first',
  permission: 'alerts:read',
  path: 'GET /phishing/submissions',
  item: submissionSchema,
  async run({ tx }, _, { rows, after }) {
    const found = await phishingSubmissionsPage(tx, rows, after)
    return found.map(({ item, position }) => ({ item: shown(item), position }))
  },
})

const get = operation({
  name: 'phishing.get',
  summary: 'One phishing report',
  permission: 'alerts:read',
  path: 'GET /phishing/submissions/:id',
  output: submissionSchema,
  async run({ tx }, { id }) {
    const found = requireFound(await phishingSubmission(tx, id), 'submission')
    return shown(found)
  },
})

export const PHISHING_OPERATIONS = [submit, list, get]
