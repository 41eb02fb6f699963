/**
 * The prompt of a user verification in Slack or Teams, with a button for each answer.
 * Source: Slack Web API (`chat.postMessage`, Block Kit), Microsoft Teams (webhooks of Workflows, Adaptive Cards 1.4).
 */
import type { Executor, ExecutorSettings, Job } from '../../../../connectors/respond/executor.ts'
import { postCard } from '../../../../connectors/vendors/microsoft365/respond.ts'
import { postMessage } from '../../../../connectors/vendors/slack/respond.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { callbackUrl, mintToken, VERIFY_CHOICES, type VerifyChoice, type VerifyToken } from '../verification.ts'
import type { VerifySettings } from '../verify-settings.ts'
import type { ExecutorDeps } from './executor.ts'

const LABELS: Readonly<Record<VerifyChoice, string>> = {
  acknowledge: 'Yes, that was me',
  deny: 'No, not me',
  escalate: 'Not sure, escalate',
}

type Button = { readonly choice: VerifyChoice; readonly label: string; readonly url: string }

/** Fails with the reason why verifications are disabled. */
export const switchedOff: Executor = {
  name: 'chatops.verify',
  isSimulated: false,
  perform: async () => {
    throw new AppError('conflict', 'chatops.verify is switched off: SVC_FEATURE_CHATOPS_VERIFY is not 1')
  },
  look: async () => 'unknown',
  undo: null,
}

export function verifyExecutor(
  settings: ExecutorSettings,
  deps: ExecutorDeps,
  verify: VerifySettings & { readonly secret: string },
  tenant: TenantId,
): Executor {
  const post = settings.vendor === 'slack' ? postToSlack : postToTeams
  return {
    name: `${settings.vendor} ${settings.name}`,
    isSimulated: false,
    // The prompt again is the same question: the first answer to any of them counts.
    isRepeatable: true,
    async perform(job) {
      const seconds = Number(job.parameters.timeout_seconds ?? Number.POSITIVE_INFINITY)
      const openUntil = new Date(deps.nowMs() + Math.min(seconds, verify.timeoutSeconds) * 1000)
      const token = { action: job.id, case: job.caseId, tenant, user: job.parameters.user ?? '' }
      const buttons = VERIFY_CHOICES.map((choice): Button => {
        const minted: VerifyToken = { ...token, choice, expiresAtMs: openUntil.getTime() }
        return { choice, label: LABELS[choice], url: callbackUrl(verify.publicUrl, mintToken(verify.secret, minted)) }
      })
      const ref = await post(settings, deps, job, buttons)
      return { ref: ref || job.id, detail: `asked ${job.parameters.user} until ${openUntil.toISOString()}`, openUntil }
    },
    look: async () => 'unknown',
    undo: null,
  }
}

type Post = (
  settings: ExecutorSettings,
  deps: ExecutorDeps,
  job: Job,
  buttons: readonly Button[],
) => Promise<string | null>

const postToSlack: Post = async (settings, deps, { id, parameters }, buttons) => {
  const { message = '', user = '', channel = settings.settings.channel ?? user } = parameters
  const { ref } = await postMessage(settings, deps, {
    ...{ id, channel, text: message },
    actions: buttons.map(({ choice, label, url }) => ({
      ...{ type: 'button', action_id: `svc_verify_${choice}`, text: { type: 'plain_text', text: label }, url },
      ...(choice === 'deny' ? { style: 'danger' } : {}),
    })),
  })
  return ref
}

const postToTeams: Post = async (settings, deps, { parameters }, buttons) => {
  const { message = '', user = '' } = parameters
  const actions = buttons.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url }))
  await postCard(settings, deps, { title: user, text: message, actions })
  return null
}
