/** The kinds of documents in the order in which they are written: a kind comes after those that it refers to. */

import { Type } from 'typebox'
import { languageOf } from '../../../detections/content/rule-language.ts'
import { SEVERITIES } from '../../../detections/plan/plan.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { closed, nullable, oneOf, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  deleteOverlay,
  importRules,
  LANGUAGES,
  overlaysPage,
  placeholdersOf,
  pruneRules,
  putOverlay,
  putPlaceholders,
  RULE_LIMITS,
  type RuleText,
  ruleTexts,
} from '../../detect/detections/index.ts'
import {
  changeHunt,
  createHunt,
  deleteHunt,
  HUNT_LANGUAGES,
  HUNT_LIMITS,
  type Hunt,
  huntsOf,
} from '../../detect/hunts/index.ts'
import {
  createRole,
  permissionCatalogue,
  removeRole,
  replaceRole,
  rolesOfTenant,
} from '../../identity/accounts/index.ts'
import { BRANDING_FIELDS, type BrandingFields, ownBranding, replaceBranding } from '../../identity/branding/index.ts'
import {
  changePlaybook,
  createPlaybook,
  deletePlaybook,
  type Playbook,
  playbooksOf,
  requireDocument,
} from '../../respond/playbooks/index.ts'
import { changeSlaConfig, slaConfigs } from '../../soc/cases/index.ts'
import { holderOf, idOf } from '../acting/index.ts'
import { connectorKind } from './connectors.ts'
import type { Applying, Kind, Present, Sent } from './kind.ts'
import { messageTextKind } from './message-texts.ts'
import { slaPolicyKind } from './sla-policies.ts'
import { refusedAt, specOf } from './spec.ts'

export const KINDS = [
  'placeholders',
  'rule',
  'overlay',
  'playbook',
  'hunt',
  'sla_target',
  'sla_policy',
  'branding',
  'message_text',
  'role',
  'connector',
] as const
export type KindName = (typeof KINDS)[number]

const by = ({ actor }: Applying): string => actor.personId ?? idOf(actor)

const PLACEHOLDERS = 'placeholders'
const placeholders: Kind = {
  reads: 'rules:read',
  writes: 'rules:write',
  async present(tx) {
    const values = Object.fromEntries(await placeholdersOf(tx))
    return Object.keys(values).length === 0 ? [] : [{ name: PLACEHOLDERS, spec: values }]
  },
  whole({ name, spec }) {
    if (name !== PLACEHOLDERS)
      throw new AppError('bad_request', `the document of placeholders is called ${PLACEHOLDERS}`)
    return spec
  },
  async put(call, sent) {
    for (const { at, spec } of sent) await placed(at, () => putPlaceholders(call.tx, spec, by(call)))
  },
  remove: async (call) => void (await putPlaceholders(call.tx, {}, by(call))),
}

/** A rule's text may have been read before the transaction. */
type RuleSent = Present & { readonly read?: RuleText | undefined }

const ruleSpec = Type.Object(
  { language: Type.Optional(oneOf(LANGUAGES)), text: Type.String({ minLength: 1, maxLength: RULE_LIMITS.textBytes }) },
  closed,
)
/** `name` is the rule's file. On or off is no part of the text: `rules enable` and overlays say so. */
const rule: Kind = {
  reads: 'rules:read',
  writes: 'rules:write',
  async present(tx) {
    return (await ruleTexts(tx)).map(({ file, language, text }) => ({ name: file, spec: { language, text } }))
  },
  whole(sent) {
    const { text, language = languageOf(sent.name, text) } = specOf(ruleSpec, sent)
    return { language, text }
  },
  async put(call, sent) {
    const texts = sent.map((one) => ruleText(one))
    const { faults } = await importRules(call.tx, texts, by(call))
    if (faults.length > 0) throw ruleFaults(sent, faults)
  },
  async remove({ tx }, names) {
    const gone = new Set(names)
    const kept = (await ruleTexts(tx)).map(({ file }) => file).filter((file) => !gone.has(file))
    await pruneRules(tx, kept, [])
  },
}

export function ruleText({ name, spec, read }: RuleSent): RuleText {
  const { text, language = languageOf(name, text) } = spec as { language?: RuleText['language']; text: string }
  return read ?? { file: name, language, text }
}

/** One invalid rule refuses the whole set, because a partial set is a state that nobody described. */
export function ruleFaults(
  sent: readonly Sent[],
  faults: readonly { file: string; line: number; column: number; reason: string }[],
): InvalidInput {
  const places = new Map(sent.map(({ name, at }) => [name, at]))
  const [first, ...more] = faults.slice(0, 20).map(({ file, line, column, reason }) => {
    const loc = ['body', 'documents', places.get(file) ?? 0, 'spec', 'text']
    return { loc, msg: `${file}:${line}:${column}: ${reason}`, type: 'rule' }
  })
  return new InvalidInput(first as NonNullable<typeof first>, ...more)
}

const lists = Type.Record(plainText(200, 1), Type.Array(plainText(2000, 1), { minItems: 1, maxItems: 1000 }), {
  maxProperties: 50,
})
const overlaySpec = Type.Object(
  {
    disabled: Type.Optional(Type.Boolean()),
    min_severity: Type.Optional(nullable(oneOf(SEVERITIES))),
    suppress_when: Type.Optional(lists),
    allowlists: Type.Optional(lists),
    reason: plainText(2000, 1),
  },
  closed,
)
const OVERLAYS_PAGE = 1000
/** `name` is the rule's id as signals show it, `*` all rules. */
const overlay: Kind = {
  reads: 'rules:read',
  writes: 'rules:write',
  async present(tx) {
    const found: Present[] = []
    for (let after = ''; ; ) {
      const page = await overlaysPage(tx, OVERLAYS_PAGE, after)
      for (const { ruleId, isDisabled, minSeverity, suppressWhen, allowlists, reason } of page) {
        const spec = {
          disabled: isDisabled,
          min_severity: minSeverity,
          suppress_when: suppressWhen,
          allowlists,
          reason,
        }
        found.push({ name: ruleId, spec })
        after = ruleId
      }
      if (page.length < OVERLAYS_PAGE) return found
    }
  },
  whole: (sent) => ({
    disabled: false,
    min_severity: null,
    suppress_when: {},
    allowlists: {},
    ...specOf(overlaySpec, sent),
  }),
  async put(call, sent) {
    for (const one of sent) {
      const spec = specOf(overlaySpec, one)
      const to = {
        isDisabled: spec.disabled ?? false,
        minSeverity: spec.min_severity ?? null,
        suppressWhen: spec.suppress_when ?? {},
        allowlists: spec.allowlists ?? {},
        reason: spec.reason,
      }
      await placed(one.at, () => putOverlay(call.tx, one.name, to, by(call)))
    }
  },
  async remove({ tx }, names) {
    for (const name of names) await deleteOverlay(tx, name)
  },
}

/** The members of a playbook's document but its name, which is the document's, and `enabled`. */
const playbook: Kind = {
  reads: 'playbooks:read',
  writes: 'playbooks:write',
  async present(tx) {
    return (await ownPlaybooks(tx)).map(({ enabled, document: { name, ...rest } }) => {
      return { name, spec: { enabled, ...rest } }
    })
  },
  whole(sent) {
    const { enabled, document } = playbookIn(sent)
    const { name: _, ...rest } = document
    return { enabled, ...rest }
  },
  async put(call, sent) {
    const known = byName(await ownPlaybooks(call.tx), ({ document }) => document.name, 'playbook')
    for (const one of sent) {
      const { enabled, document } = playbookIn(one)
      const before = known(one.name)
      const author = idOf(call.actor)
      await placed(one.at, () =>
        before
          ? changePlaybook(call.tx, before.id, { document, enabled }, author)
          : createPlaybook(call.tx, document, enabled, author),
      )
    }
  },
  async remove({ tx }, names) {
    const known = byName(await ownPlaybooks(tx), ({ document }) => document.name, 'playbook')
    for (const name of names) await deletePlaybook(tx, (known(name) as Playbook).id)
  },
}

const ownPlaybooks = async (tx: TenantTx) => (await playbooksOf(tx)).filter(({ isBuiltin }) => !isBuiltin)

function playbookIn({ at, name, spec: { enabled = true, ...rest } }: Sent) {
  if (typeof enabled !== 'boolean')
    throw refusedAt(at, [{ loc: ['enabled'], msg: 'is true or false', type: 'configuration' }])
  try {
    return { enabled, document: requireDocument({ ...rest, name }) }
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw refusedAt(
      at,
      error.faults.map(({ loc, ...fault }) => ({ ...fault, loc: loc.slice(2) })),
    )
  }
}

const huntSpec = Type.Object(
  {
    hypothesis: plainText(2000),
    query: Type.String({ minLength: 1, maxLength: HUNT_LIMITS.queryChars }),
    language: Type.Optional(oneOf(HUNT_LANGUAGES)),
    techniques: Type.Optional(Type.Array(plainText(20, 1), { maxItems: HUNT_LIMITS.techniques, uniqueItems: true })),
    window_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: HUNT_LIMITS.windowHours })),
    every_minutes: Type.Optional(
      nullable(Type.Integer({ minimum: HUNT_LIMITS.everyMinutesMin, maximum: HUNT_LIMITS.everyMinutesMax })),
    ),
    enabled: Type.Optional(Type.Boolean()),
  },
  closed,
)
/** `name` is the hunt's title. */
const hunt: Kind = {
  reads: 'hunts:read',
  writes: 'rules:write',
  async present(tx) {
    return (await ownHunts(tx)).map((one) => {
      const { title, hypothesis, query, language, techniques, windowHours, everyMinutes, enabled } = one
      const schedule = { window_hours: windowHours, every_minutes: everyMinutes, enabled }
      return { name: title, spec: { hypothesis, query, language, techniques, ...schedule } }
    })
  },
  whole: huntIn,
  async put(call, sent) {
    const known = byName(await ownHunts(call.tx), ({ title }) => title, 'hunt')
    for (const one of sent) {
      const { window_hours: windowHours, every_minutes: everyMinutes, ...rest } = huntIn(one)
      const hunt = { ...rest, title: one.name, windowHours, everyMinutes }
      const before = known(one.name)
      await placed(one.at, () =>
        before
          ? changeHunt(call.tx, before.id, hunt, call.nowMs)
          : createHunt(call.tx, hunt, idOf(call.actor), call.nowMs),
      )
    }
  },
  async remove({ tx }, names) {
    const known = byName(await ownHunts(tx), ({ title }) => title, 'hunt')
    for (const name of names) await deleteHunt(tx, (known(name) as Hunt).id)
  },
}

const ownHunts = async (tx: TenantTx) => (await huntsOf(tx)).filter(({ isBuiltin }) => !isBuiltin)

function huntIn(sent: Sent) {
  const { every_minutes = null, ...rest } = specOf(huntSpec, sent)
  return {
    language: 'lucene' as const,
    techniques: [],
    window_hours: 24,
    enabled: every_minutes !== null,
    every_minutes,
    ...rest,
  }
}

const minutes = Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 525_600 })))
const slaSpec = Type.Object({ mttd_target: minutes, mttr_target: minutes, mttc_target: minutes }, closed)
/** `name` is a severity, targets are minutes. */
const slaTarget: Kind = {
  reads: 'alerts:read',
  writes: 'soc:write',
  async present(tx) {
    return (await slaConfigs(tx)).flatMap(({ severity, mttdTarget, mttrTarget, mttcTarget }) => {
      const spec = { mttd_target: mttdTarget, mttr_target: mttrTarget, mttc_target: mttcTarget }
      return Object.values(spec).every((target) => target === null) ? [] : [{ name: severity, spec }]
    })
  },
  whole: (sent) => ({ mttd_target: null, mttr_target: null, mttc_target: null, ...specOf(slaSpec, sent) }),
  async put({ tx, nowMs }, sent) {
    for (const one of sent) {
      const { mttd_target = null, mttr_target = null, mttc_target = null } = specOf(slaSpec, one)
      const to = { mttdTarget: mttd_target, mttrTarget: mttr_target, mttcTarget: mttc_target }
      await placed(one.at, () => changeSlaConfig(tx, one.name, to, nowMs))
    }
  },
  async remove({ tx, nowMs }, names) {
    const none = { mttdTarget: null, mttrTarget: null, mttcTarget: null }
    for (const name of names) await changeSlaConfig(tx, name, none, nowMs)
  },
}

const BRANDING = 'branding'
const brandingSpec = Type.Partial(Type.Object(BRANDING_FIELDS), closed)
/** Without the logo, which is a file. */
const branding: Kind = {
  reads: 'settings:read',
  writes: 'settings:write',
  async present(tx) {
    const own = await ownBranding(tx)
    return own === null ? [] : [{ name: BRANDING, spec: brandingView(own) }]
  },
  whole(sent) {
    if (sent.name !== BRANDING)
      throw new AppError('bad_request', `the document of how the product looks is called ${BRANDING}`)
    return brandingView(brandingIn(sent))
  },
  async put({ tx }, sent) {
    for (const one of sent) await placed(one.at, () => replaceBranding(tx, brandingIn(one)))
  },
  remove: async ({ tx }) => void (await replaceBranding(tx, brandingIn({ at: 0, name: BRANDING, spec: {} }))),
}

/** An empty text counts as not set, as in `PUT /branding`. */
function brandingIn(sent: Sent): BrandingFields {
  const spec = specOf(brandingSpec, sent)
  return {
    productName: spec.product_name || null,
    primaryColor: spec.primary_color || null,
    accentColor: spec.accent_color || null,
    supportEmail: spec.support_email || null,
    supportUrl: spec.support_url || null,
    senderName: spec.sender_name || null,
    footerText: spec.footer_text || null,
  }
}

function brandingView(of: BrandingFields): Present['spec'] {
  return {
    product_name: of.productName,
    primary_color: of.primaryColor,
    accent_color: of.accentColor,
    support_email: of.supportEmail,
    support_url: of.supportUrl,
    sender_name: of.senderName,
    footer_text: of.footerText,
  }
}

const PERMISSIONS_MAX = 200
const roleSpec = Type.Object(
  {
    description: Type.Optional(nullable(plainText(2000))),
    permissions: Type.Array(plainText(100, 1), { maxItems: PERMISSIONS_MAX, uniqueItems: true }),
  },
  closed,
)
/**
 * `name` is the role's. Its members are not part of the document. A role cannot confer a permission that the caller
 * does not hold.
 */
const role: Kind = {
  reads: 'roles:read',
  writes: 'roles:write',
  async present(tx) {
    return (await rolesOfTenant(tx)).map(({ name, description, permissions }) => {
      return { name, spec: { description, permissions: [...permissions].sort() } }
    })
  },
  whole(sent) {
    const { description, permissions } = specOf(roleSpec, sent)
    return { description: description || null, permissions: [...permissions].sort() }
  },
  async put({ tx, actor }, sent) {
    const known = new Map((await rolesOfTenant(tx)).map((one) => [one.name, one]))
    const catalogue = new Map((await permissionCatalogue(tx)).map(({ name, id }) => [name as string, id]))
    for (const one of sent) {
      const { description, permissions } = specOf(roleSpec, one)
      const unknown = permissions.findIndex((name) => !catalogue.has(name))
      if (unknown !== -1)
        throw refusedAt(one.at, [
          {
            loc: ['permissions', unknown],
            msg: `there is no permission ${permissions[unknown]}`,
            type: 'configuration',
          },
        ])
      const permissionIds = permissions.map((name) => catalogue.get(name) ?? '')
      const input = { name: one.name, description: description || null, permissionIds }
      const before = known.get(one.name)
      await placed(one.at, () =>
        before ? replaceRole(tx, holderOf(actor), before.id, input) : createRole(tx, holderOf(actor), input),
      )
    }
  },
  async remove({ tx, actor }, names) {
    const known = new Map((await rolesOfTenant(tx)).map((one) => [one.name, one.id]))
    for (const name of names) await removeRole(tx, holderOf(actor), known.get(name) ?? '')
  },
}

export const KIND: Readonly<Record<KindName, Kind>> = {
  placeholders,
  rule,
  overlay,
  playbook,
  hunt,
  sla_target: slaTarget,
  sla_policy: slaPolicyKind(placed),
  branding,
  message_text: messageTextKind(placed),
  role,
  connector: connectorKind(placed),
}

/** Throws `conflict` when several have the name that is looked for. */
function byName<T>(all: readonly T[], nameOf: (one: T) => string, what: string): (name: string) => T | undefined {
  const groups = Map.groupBy(all, nameOf)
  return (name) => {
    const [found, ...others] = groups.get(name) ?? []
    if (others.length > 0) throw new AppError('conflict', `several ${what}s are called ${name}: rename or remove some`)
    return found
  }
}

/** A refusal of a context is reported at the place of the document. */
async function placed(at: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof InvalidInput)
      throw refusedAt(
        at,
        error.faults.map(({ loc, ...fault }) => ({ ...fault, loc: loc.slice(1) })),
      )
    if (error instanceof AppError && error.status < 500 && error.code !== 'forbidden')
      throw refusedAt(at, [{ loc: [], msg: error.message, type: error.code }])
    throw error
  }
}
