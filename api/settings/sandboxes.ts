/** The sandboxes that a hash is looked up in. */
import type { SandboxSettings } from '../../control/detect/sandbox/index.ts'
import { flag, optional, text } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { serverAddress } from './setting-kinds.ts'

export const SANDBOX_SETTINGS = {
  sandboxLocalUrl: serverAddress('SVC_SANDBOX_LOCAL_URL', 'sandbox (CAPE) in your own network, http://cape:8000'),
  sandboxLocalToken: optional(
    'SVC_SANDBOX_LOCAL_TOKEN',
    'token of that sandbox; without it no Authorization header is sent',
  ),
  sandboxHosted: flag('SVC_SANDBOX_HOSTED_ENABLED', 'offer a third party’s sandbox, which publishes submitted files'),
  sandboxHostedUrl: serverAddress('SANDBOX_HOSTED_BASE_URL', 'address of that sandbox, https://api.tria.ge'),
  sandboxHostedKey: optional('SANDBOX_HOSTED_API_KEY', 'its key'),
  sandboxHostedKeyHeader: text('SANDBOX_HOSTED_API_KEY_HEADER', 'Authorization', 'header that the key goes in'),
  sandboxHostedKeyPrefix: text('SANDBOX_HOSTED_API_KEY_PREFIX', 'Bearer ', 'prefix of the key in the header'),
  sandboxHostedPrivate: flag(
    'SANDBOX_HOSTED_PRIVATE_SUBMISSIONS_CONFIRMED',
    'the account there keeps submissions private, which changes the disclosure text',
  ),
} as const

type SandboxValues = {
  readonly sandboxLocalUrl: string | null
  readonly sandboxLocalToken: string | null
  readonly sandboxHosted: boolean
  readonly sandboxHostedUrl: string | null
  readonly sandboxHostedKey: string | null
  readonly sandboxHostedKeyHeader: string
  readonly sandboxHostedKeyPrefix: string
  readonly sandboxHostedPrivate: boolean
}

/** Throws `bad_config`. */
export function sandboxOf(values: SandboxValues): SandboxSettings {
  const { sandboxLocalUrl, sandboxLocalToken, sandboxHostedUrl, sandboxHostedKey } = values
  if (values.sandboxHosted && sandboxHostedUrl === null)
    throw new AppError('bad_config', 'SANDBOX_HOSTED_BASE_URL: needed with SVC_SANDBOX_HOSTED_ENABLED')
  if (!/^[\w-]{1,100}$/.test(values.sandboxHostedKeyHeader))
    throw new AppError('bad_config', 'SANDBOX_HOSTED_API_KEY_HEADER: the name of a header')
  return {
    local: sandboxLocalUrl === null ? null : { url: sandboxLocalUrl, token: sandboxLocalToken },
    hosted:
      !values.sandboxHosted || sandboxHostedUrl === null
        ? null
        : {
            ...{ url: sandboxHostedUrl, key: sandboxHostedKey, keyHeader: values.sandboxHostedKeyHeader },
            ...{ keyPrefix: values.sandboxHostedKeyPrefix, isPrivateConfirmed: values.sandboxHostedPrivate },
          },
  }
}
