/** Operations of sandboxes: the list, the consent, lookups of files, and analyses of files and URLs. */
import { Type } from 'typebox'
import type { Egress } from '../../../platform/egress/client.ts'
import { airGapOf } from '../../../platform/egress/reach.ts'
import { askNobody } from '../../../platform/egress/refusing-client.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Log } from '../../../platform/log.ts'
import { named, nullable, oneOf, plainText, sent, time } from '../../../schemas/wire.ts'
import { idOf, type OutsideCall, operationsOf } from '../../platform/acting/index.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import type { InTenant } from '../../respond/models/index.ts'
import { type Analysed, analyseFile, analyseUrl, analysisOf, lookUp } from './analyse.ts'
import { PROVIDER_NAMES, REPORT_STATES, REPORT_VERDICTS } from './provider.ts'
import { type Offered, offeredProviders, type SandboxSettings } from './providers/registry.ts'
import {
  type Consent,
  consentsOf,
  isOwnAnalysis,
  keepSubmission,
  OUTCOMES,
  putConsent,
  SUBMISSIONS,
  submissionsPage,
} from './sandbox-store.ts'

type Deps = {
  /** The operator's sandboxes; without them there is only the mock. */
  readonly sandbox?: SandboxSettings | undefined
  readonly egress?: Egress | undefined
  readonly airgap: { readonly enabled: boolean; readonly allowlist: readonly string[] }
  readonly log: Log
}

const operation = operationsOf<Deps>()
const FILE_BYTES_MAX = 16 * 1024 * 1024
const FILE_CHARS_MAX = Math.ceil((FILE_BYTES_MAX * 4) / 3)

const provider = oneOf(PROVIDER_NAMES)

const publishedSchema = <T extends ReturnType<typeof Type.Number | typeof Type.String>>(value: T) =>
  Type.Object({
    value: nullable(value),
    reason: nullable(Type.String({ description: 'reason why there is no value' })),
  })
const reportSchema = named(
  'SandboxReport',
  Type.Object({
    handle: Type.String(),
    state: oneOf(REPORT_STATES),
    verdict: oneOf(REPORT_VERDICTS, { description: 'unavailable until the analysis is complete' }),
    score: publishedSchema(Type.Number({ minimum: 0, maximum: 10 })),
    family: publishedSchema(Type.String()),
    signatures: Type.Object({ value: nullable(Type.Array(Type.String())), reason: nullable(Type.String()) }),
  }),
)
const resultSchema = named(
  'SandboxResult',
  Type.Object({
    outcome: oneOf(OUTCOMES),
    provider,
    detail: Type.String(),
    sha256: nullable(Type.String()),
    uploaded: Type.Boolean({ description: 'true when the file left this installation' }),
    report: nullable(reportSchema),
    handle: nullable(Type.String({ description: 'handle for /sandbox/analyses' })),
    poll_after_seconds: nullable(Type.Integer()),
    decision: Type.String({ description: 'result of the upload policy' }),
    warnings: Type.Array(Type.String()),
  }),
)
const consentSchema = named(
  'SandboxConsent',
  Type.Object({
    provider: Type.String(),
    uploads_enabled: Type.Boolean(),
    consent_text_version: Type.String(),
    consent_text: Type.String(),
    decided_by: Type.String(),
    decided_at: time,
  }),
)
const providerSchema = named(
  'SandboxProvider',
  Type.Object({
    name: provider,
    title: Type.String(),
    available: Type.Boolean(),
    excluded_reason: nullable(Type.String()),
    uploads_enabled: Type.Boolean({ description: 'true when the tenant consented to the present disclosure' }),
    consent: nullable(consentSchema),
    disclosure: Type.Object({ version: Type.String(), text: Type.String() }),
  }),
)
const providers = operation.list({
  name: 'sandbox.providers',
  summary: 'Sandboxes, with the reason when one cannot be used, and the consents of the tenant',
  permission: 'threat_intel:read',
  path: 'GET /sandbox/providers',
  item: providerSchema,
  async run({ tx, deps }) {
    const consents = await consentsOf(tx)
    return offersOf(deps).map((one) => providerView(one, consents))
  },
  keyOf: ({ name }) => name,
})

const submissions = operation.page({
  name: 'sandbox.submissions',
  summary: 'List submissions to sandboxes, newest first',
  permission: 'threat_intel:read',
  path: 'GET /sandbox/submissions',
  item: SUBMISSIONS.schema,
  run: ({ tx }, _, { rows, after }) => submissionsPage(tx, rows, after),
})

const consent = operation({
  name: 'sandbox.consent',
  summary: 'Consent to uploads to a sandbox, or withdraw the consent',
  permission: 'settings:write',
  audit: 'sandbox:consent',
  path: 'PUT /sandbox/consent',
  body: sent('SandboxConsentPut', {
    provider,
    uploads_enabled: Type.Boolean(),
    consent_text_version: Type.String({ maxLength: 60, description: 'version of the disclosure that was read' }),
  }),
  output: consentSchema,
  async run({ tx, note, actor, deps }, { provider: name, uploads_enabled, consent_text_version: version }) {
    const { disclosure } = offered(offersOf(deps), name)
    if (uploads_enabled && version !== disclosure.version)
      throw invalid('consent_text_version', `is not that of the disclosure as it is now, ${disclosure.version}`)
    note({ resource: 'sandbox', resourceId: name, changes: { uploads_enabled, version } })
    const put = { provider: name, uploadsEnabled: uploads_enabled, version, decidedBy: idOf(actor) }
    return consentView(await putConsent(tx, put), disclosure.text)
  },
})

const lookup = operation.outside({
  name: 'sandbox.lookup',
  summary: 'Look a file up in a sandbox by its hash, without uploading it',
  permission: 'threat_intel:read',
  audit: 'sandbox:lookup',
  path: 'POST /sandbox/lookup',
  body: sent('SandboxLookup', { sha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), provider }),
  output: resultSchema,
  async run(call, { sha256, provider: name }) {
    const hash = sha256.toLowerCase()
    return kept(call, 'lookup', hash, await lookUp(offerTo(call, name), hash))
  },
})

const file = operation.outside({
  name: 'sandbox.file',
  summary: 'Look a file up, and submit it when no sandbox knows it and the policy permits it',
  permission: 'threat_intel:write',
  audit: 'sandbox:file',
  path: 'POST /sandbox/files',
  bodyBytes: FILE_CHARS_MAX + 16_384,
  body: sent('SandboxFile', {
    file_base64: Type.String({ minLength: 4, maxLength: FILE_CHARS_MAX + 4 }),
    file_name: plainText(512),
    provider,
    confirm_upload: Type.Optional(Type.Boolean({ description: 'false (default): look the hash up without uploading' })),
  }),
  output: resultSchema,
  async run(call, { file_base64, file_name: name, provider: input, confirm_upload: isConfirmed = false }) {
    const bytes = Buffer.from(file_base64, 'base64')
    if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== file_base64.replace(/=+$/, ''))
      throw invalid('file_base64', 'is not base64 of a file')
    if (bytes.length > FILE_BYTES_MAX) throw new AppError('too_large', `a file has at most ${FILE_BYTES_MAX} bytes`)
    const offer = offerTo(call, input)
    const agreed = (await call.read(consentsOf)).find((one) => one.provider === input) ?? null
    const found = await analyseFile(offer, { bytes, name, isConfirmed }, agreed)
    return kept(call, 'file', found.sha256 ?? '', found)
  },
})

const url = operation.outside({
  name: 'sandbox.url',
  summary: 'Submit an address to a sandbox',
  permission: 'threat_intel:write',
  audit: 'sandbox:url',
  path: 'POST /sandbox/urls',
  body: sent('SandboxUrl', { url: plainText(2048), provider }),
  output: resultSchema,
  async run(call, { url: address, provider: name }) {
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw invalid('url', 'is no http or https address')
    return kept(call, 'url', address, await analyseUrl(offerTo(call, name), address))
  },
})

const analysis = operation.outside({
  name: 'sandbox.analysis',
  summary: 'Show the progress and result of an analysis that this tenant requested',
  permission: 'threat_intel:read',
  path: 'GET /sandbox/analyses/:provider/:handle',
  params: Type.Object({
    provider: Type.String({ maxLength: 60 }),
    handle: Type.String({ minLength: 1, maxLength: 64 }),
  }),
  output: reportSchema,
  async run(call, { provider: name, handle }) {
    const offer = offerTo(call, name)
    const isOwn = await call.read((tx) => isOwnAnalysis(tx, name, handle))
    return requireFound(isOwn ? await analysisOf(offer, handle) : null, 'analysis')
  },
})

export const SANDBOX_OPERATIONS = [providers, submissions, consent, lookup, file, url, analysis]

type SandboxCall = OutsideCall<Deps>

const offerTo = ({ deps, read }: SandboxCall, name: string) => offered(offersOf(deps, read), name)

function offered(offers: readonly Offered[], name: string): Offered {
  return requireFound(
    offers.find((one) => one.name === name),
    'sandbox',
  )
}

/** Records the submission and returns its result. */
async function kept(
  { work, actor, deps }: SandboxCall,
  kind: 'lookup' | 'file' | 'url',
  artefact: string,
  found: Analysed,
) {
  const { outcome, detail: reason, uploaded, handle, provider: name } = found
  await work(async (tx, note) => {
    await keepSubmission(tx, {
      provider: name,
      kind,
      artefact,
      outcome,
      reason,
      uploaded,
      handle,
      requestedBy: idOf(actor),
    })
    note({ resource: 'sandbox', resourceId: name, changes: { kind, artefact, outcome, uploaded } })
  })
  deps.log.info({ tenant: actor.tenantId, sandbox: name, kind, outcome, uploaded, reason }, 'sandbox')
  const decision = outcome === 'upload_refused' ? 'refused' : uploaded ? 'uploaded' : 'nothing_uploaded'
  return { ...found, provider: found.provider as (typeof PROVIDER_NAMES)[number], decision }
}

function offersOf({ sandbox, egress, airgap }: Deps, inTenant?: InTenant): readonly Offered[] {
  const within = egress && inTenant ? withinRegion(inTenant, egress, 'sandbox') : (egress ?? askNobody)
  return offeredProviders(sandbox ?? { local: null, hosted: null }, within, airGapOf(airgap))
}

function providerView({ name, title, disclosure, excluded }: Offered, consents: readonly Consent[]) {
  const agreed = consents.find((one) => one.provider === name) ?? null
  const isAsNow = agreed?.version === disclosure.version
  return {
    name,
    title,
    disclosure,
    available: excluded === null,
    excludedReason: excluded,
    uploadsEnabled: agreed?.uploadsEnabled === true && isAsNow,
    consent: agreed && consentView(agreed, isAsNow ? disclosure.text : ''),
  }
}

const consentView = ({ version, ...agreed }: Consent, consentText: string) => {
  return { ...agreed, consentTextVersion: version, consentText }
}
