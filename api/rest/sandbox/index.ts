/** Routes of sandboxes: the list, the consent, lookups of files, and analyses of files and URLs. */
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { withinRegion } from '../../../control/governance/index.ts'
import type { InTenant } from '../../../control/models/index.ts'
import {
  type Analysed,
  analyseFile,
  analyseUrl,
  analysisOf,
  type Consent,
  consentsOf,
  isOwnAnalysis,
  keepSubmission,
  lookUp,
  type Offered,
  OUTCOMES,
  offeredProviders,
  PROVIDER_NAMES,
  putConsent,
  REPORT_STATES,
  REPORT_VERDICTS,
  type Report,
  submissionsOf,
} from '../../../control/sandbox/index.ts'
import { parseAllowlist } from '../../../platform/egress/air-gap.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['sandbox']
const FILE_BYTES_MAX = 16 * 1024 * 1024
const BODY_BYTES_MAX = Math.ceil((FILE_BYTES_MAX * 4) / 3) + 16_384
const SUBMISSIONS_MAX = 1000

const provider = oneOf(PROVIDER_NAMES)
const sha256 = Type.String({ pattern: '^[0-9a-fA-F]{64}$' })

const publishedSchema = <T extends ReturnType<typeof Type.Number | typeof Type.String>>(value: T) =>
  Type.Object({ value: nullable(value), reason: nullable(Type.String({ description: 'why there is no value' })) })
const reportSchema = named(
  'SandboxReport',
  Type.Object({
    handle: Type.String(),
    state: oneOf(REPORT_STATES),
    verdict: oneOf(REPORT_VERDICTS, { description: 'unavailable while the analysis is not complete' }),
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
    uploaded: Type.Boolean({ description: 'bytes left this installation' }),
    report: nullable(reportSchema),
    handle: nullable(Type.String({ description: 'of /sandbox/analyses' })),
    poll_after_seconds: nullable(Type.Integer()),
    decision: Type.String({ description: 'how the policy of uploads was applied' }),
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
    uploads_enabled: Type.Boolean({ description: 'the tenant has agreed to the disclosure as it is now' }),
    consent: nullable(consentSchema),
    disclosure: Type.Object({ version: Type.String(), text: Type.String() }),
  }),
)
const submissionSchema = named(
  'SandboxSubmission',
  Type.Object({
    id: uuid,
    provider: Type.String(),
    kind: Type.String(),
    artefact: Type.String({ description: 'SHA-256, or the URL' }),
    outcome: oneOf(OUTCOMES),
    reason: Type.String(),
    uploaded: Type.Boolean(),
    handle: nullable(Type.String()),
    requested_by: Type.String(),
    created_at: time,
  }),
)
const lookupBody = named('SandboxLookup', Type.Object({ sha256, provider }, closed))
const fileBody = named(
  'SandboxFile',
  Type.Object(
    {
      file_base64: Type.String({ minLength: 4, maxLength: Math.ceil((FILE_BYTES_MAX * 4) / 3) + 4 }),
      file_name: plainText(512),
      provider,
      confirm_upload: Type.Optional(Type.Boolean({ description: 'without it the hash is looked up and no more' })),
    },
    closed,
  ),
)
const urlBody = named('SandboxUrl', Type.Object({ url: plainText(2048), provider }, closed))
const consentBody = named(
  'SandboxConsentPut',
  Type.Object(
    {
      provider,
      uploads_enabled: Type.Boolean(),
      consent_text_version: Type.String({ maxLength: 60, description: 'of the disclosure that was read' }),
    },
    closed,
  ),
)

export const sandboxRoutes: Routes = (app, deps) => {
  const offerOf = (request: FastifyRequest, name: string) => {
    const { tenantId } = principalOf(request)
    const found = offersOf(deps, (work) => withTenant(deps.pool, tenantId, work)).find((one) => one.name === name)
    if (!found) throw new AppError('not_found', 'there is no such sandbox')
    return found
  }

  app.get(
    '/sandbox/providers',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'Sandboxes, why one cannot be asked, and what the tenant agreed to' },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(providerSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const consents = await consentsOf(tx)
        return pageOfList(
          offersOf(deps),
          request.query,
          ({ name }) => name,
          (one) => providerView(one, consents),
        )
      }),
  )

  app.get(
    '/sandbox/submissions',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: `What sandboxes were asked, newest first, the latest ${SUBMISSIONS_MAX}` },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(submissionSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(
          await submissionsOf(tx, SUBMISSIONS_MAX),
          request.query,
          ({ id }) => id,
          (one) => ({
            ...{ id: one.id, provider: one.provider, kind: one.kind, artefact: one.artefact, outcome: one.outcome },
            ...{ reason: one.reason, uploaded: one.uploaded, handle: one.handle, requested_by: one.requestedBy },
            created_at: one.createdAt.toISOString(),
          }),
        ),
      ),
  )

  app.put(
    '/sandbox/consent',
    {
      config: { permission: 'settings:write', audit: 'sandbox:consent' },
      schema: {
        ...{ tags, summary: 'Agree to uploads to a sandbox, or withdraw it' },
        ...{ body: consentBody, response: { 200: consentSchema } },
      },
    },
    (request) => {
      const { provider: name, uploads_enabled: uploadsEnabled, consent_text_version: version } = request.body
      const { disclosure } = offerOf(request, name)
      if (uploadsEnabled && version !== disclosure.version)
        throw invalid('consent_text_version', `is not that of the disclosure as it is now, ${disclosure.version}`)
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'sandbox', resourceId: name, changes: { uploads_enabled: uploadsEnabled, version } })
        const put = { provider: name, uploadsEnabled, version, decidedBy: principalOf(request).id }
        return consentView(await putConsent(tx, put), disclosure.text)
      })
    },
  )

  app.post(
    '/sandbox/lookup',
    {
      config: { permission: 'threat_intel:read', audit: 'sandbox:lookup' },
      schema: {
        ...{ tags, summary: 'What a sandbox knows of a file, by its hash; nothing is uploaded' },
        ...{ body: lookupBody, response: { 200: resultSchema } },
      },
    },
    async (request) => {
      const hash = request.body.sha256.toLowerCase()
      const found = await lookUp(offerOf(request, request.body.provider), hash)
      return kept(request, 'lookup', hash, found)
    },
  )

  app.post(
    '/sandbox/files',
    {
      config: { permission: 'threat_intel:write', audit: 'sandbox:file' },
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        ...{ tags, summary: 'Look a file up, and submit it where nobody has seen it and the policy lets it' },
        ...{ body: fileBody, response: { 200: resultSchema } },
      },
    },
    async (request) => {
      const {
        file_base64: base64,
        file_name: name,
        provider: asked,
        confirm_upload: isConfirmed = false,
      } = request.body
      const bytes = Buffer.from(base64, 'base64')
      if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, ''))
        throw invalid('file_base64', 'is not base64 of a file')
      if (bytes.length > FILE_BYTES_MAX) throw new AppError('too_large', `a file has at most ${FILE_BYTES_MAX} bytes`)
      const offered = offerOf(request, asked)
      const consents = await withTenant(deps.pool, principalOf(request).tenantId, consentsOf)
      const consent = consents.find((one) => one.provider === asked) ?? null
      const found = await analyseFile(offered, { bytes, name, isConfirmed }, consent)
      return kept(request, 'file', found.sha256 ?? '', found)
    },
  )

  app.post(
    '/sandbox/urls',
    {
      config: { permission: 'threat_intel:write', audit: 'sandbox:url' },
      schema: { tags, summary: 'Submit an address to a sandbox', body: urlBody, response: { 200: resultSchema } },
    },
    async (request) => {
      const { url } = request.body
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw invalid('url', 'is no http or https address')
      return kept(request, 'url', url, await analyseUrl(offerOf(request, request.body.provider), url))
    },
  )

  app.get(
    '/sandbox/analyses/:provider/:handle',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'How far an analysis that this tenant asked for is, and what came of it' },
        params: Type.Object({
          provider: Type.String({ maxLength: 60 }),
          handle: Type.String({ minLength: 1, maxLength: 64 }),
        }),
        response: { 200: reportSchema },
      },
    },
    async (request) => {
      const { provider: name, handle } = request.params
      const offered = offerOf(request, name)
      const isOwn = await tenantWork(deps, request, (tx) => isOwnAnalysis(tx, name, handle))
      const report = isOwn ? await analysisOf(offered, handle) : null
      if (report === null) throw new AppError('not_found', 'there is no such analysis')
      return reportView(report)
    },
  )

  async function kept(
    request: Parameters<typeof principalOf>[0],
    kind: 'lookup' | 'file' | 'url',
    artefact: string,
    found: Analysed,
  ): Promise<Static<typeof resultSchema>> {
    const { outcome, detail, uploaded, handle, provider: name } = found
    await tenantWork(deps, request, async (tx, note) => {
      const submission = { provider: name, kind, artefact, outcome, reason: detail, uploaded, handle }
      await keepSubmission(tx, { ...submission, requestedBy: principalOf(request).id })
      note({ resource: 'sandbox', resourceId: name, changes: { kind, artefact, outcome, uploaded } })
    })
    deps.log.info(
      { tenant: principalOf(request).tenantId, sandbox: name, kind, outcome, uploaded, reason: detail },
      'sandbox',
    )
    return resultView(found)
  }
}

function offersOf({ sandbox, egress, airgap }: ApiDeps, inTenant?: InTenant): readonly Offered[] {
  const settings = sandbox ?? { local: null, hosted: null }
  const airGap = { enabled: airgap.enabled, allowlist: parseAllowlist(airgap.allowlist.join(',')) }
  const none = async () => {
    throw new AppError('unavailable', 'this API asks nobody outside')
  }
  const within = egress && inTenant ? withinRegion(inTenant, egress, 'sandbox') : (egress ?? none)
  return offeredProviders(settings, within, airGap)
}

function providerView(offered: Offered, consents: readonly Consent[]): Static<typeof providerSchema> {
  const { name, title, disclosure, excluded } = offered
  const consent = consents.find((one) => one.provider === name) ?? null
  return {
    ...{ name, title, available: excluded === null, excluded_reason: excluded },
    uploads_enabled: consent?.uploadsEnabled === true && consent.version === disclosure.version,
    consent:
      consent === null ? null : consentView(consent, consent.version === disclosure.version ? disclosure.text : ''),
    disclosure: { ...disclosure },
  }
}

function consentView(consent: Consent, text: string): Static<typeof consentSchema> {
  return {
    provider: consent.provider,
    uploads_enabled: consent.uploadsEnabled,
    consent_text_version: consent.version,
    consent_text: text,
    decided_by: consent.decidedBy,
    decided_at: consent.decidedAt.toISOString(),
  }
}

function reportView({ handle, state, verdict, score, family, signatures }: Report): Static<typeof reportSchema> {
  const names = signatures.value === null ? null : [...signatures.value]
  return {
    ...{ handle, state, verdict, score: { ...score }, family: { ...family } },
    signatures: { value: names, reason: signatures.reason },
  }
}

function resultView(found: Analysed): Static<typeof resultSchema> {
  return {
    ...{ outcome: found.outcome, provider: found.provider as Static<typeof provider>, detail: found.detail },
    ...{ sha256: found.sha256, uploaded: found.uploaded, handle: found.handle },
    report: found.report === null ? null : reportView(found.report),
    poll_after_seconds: found.pollAfterSeconds,
    decision: found.outcome === 'upload_refused' ? 'refused' : found.uploaded ? 'uploaded' : 'nothing_uploaded',
    warnings: [...found.warnings],
  }
}
