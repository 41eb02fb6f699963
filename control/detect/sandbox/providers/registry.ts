/** The sandboxes of an installation, and the reason when one cannot be used. */
import type { AirGap } from '../../../../platform/egress/air-gap.ts'
import type { Egress } from '../../../../platform/egress/client.ts'
import { askSandbox } from '../http.ts'
import type { Provider, ProviderName } from '../provider.ts'
import { hostedProvider } from './hosted.ts'
import { localProvider } from './local.ts'
import { MOCK_PROVIDER } from './mock.ts'

export type SandboxSettings = {
  readonly local: { readonly url: string; readonly token: string | null } | null
  readonly hosted: {
    readonly url: string
    readonly key: string | null
    readonly keyHeader: string
    readonly keyPrefix: string
    /** Only changes the text of the disclosure. */
    readonly isPrivateConfirmed: boolean
  } | null
}

export type Disclosure = { readonly version: string; readonly text: string }

export type Offered = {
  readonly name: ProviderName
  readonly title: string
  readonly disclosure: Disclosure
  /** Null: it can be used. */
  readonly excluded: string | null
  readonly provider: Provider | null
}

export function offeredProviders(settings: SandboxSettings, egress: Egress, airGap: AirGap): readonly Offered[] {
  const { local, hosted } = settings
  return [
    {
      name: 'sandbox_local',
      title: 'Sandbox in the own network',
      disclosure: LOCAL_TEXT,
      excluded: local === null ? 'SVC_SANDBOX_LOCAL_URL is not set' : null,
      provider: local === null ? null : localProvider(askSandbox(egress, local.url, localHeaders(local.token))),
    },
    {
      name: 'sandbox_hosted',
      title: 'Sandbox of a third party',
      disclosure: hosted?.isPrivateConfirmed ? HOSTED_PRIVATE_TEXT : HOSTED_TEXT,
      ...hostedOffer(hosted, egress, airGap),
    },
    {
      name: 'mock',
      title: 'None, for trying things out',
      disclosure: MOCK_TEXT,
      excluded: null,
      provider: MOCK_PROVIDER,
    },
  ]
}

function hostedOffer(hosted: SandboxSettings['hosted'], egress: Egress, airGap: AirGap) {
  if (hosted === null) return { excluded: 'SVC_SANDBOX_HOSTED_ENABLED is not set', provider: null }
  if (airGap.enabled) return { excluded: 'the air gap lets sandboxes of the own network be asked only', provider: null }
  const { url, key, keyHeader, keyPrefix } = hosted
  const headers = key === null ? {} : { [keyHeader.toLowerCase()]: `${keyPrefix}${key}` }
  return { excluded: null, provider: hostedProvider(askSandbox(egress, url, headers)) }
}

function localHeaders(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Token ${token}` }
}

const LOCAL_TEXT: Disclosure = {
  version: 'local-1',
  text: 'Files that are uploaded go to the sandbox that the operator of this installation runs in its own network. They are run there, and kept as long as that sandbox keeps them.',
}
const HOSTED_TEXT: Disclosure = {
  version: 'hosted-public-1',
  text: 'Files that are uploaded go to a third party outside of this installation, which runs them and publishes them: anybody may see and download them (TLP:CLEAR). That cannot be taken back. Do not upload what may hold data of a customer or of a person.',
}
const HOSTED_PRIVATE_TEXT: Disclosure = {
  version: 'hosted-private-1',
  text: 'Files that are uploaded go to a third party outside of this installation, which runs them. The operator has confirmed that its account keeps submissions private; that rests on the agreement with the third party, and this installation cannot check it.',
}
const MOCK_TEXT: Disclosure = {
  version: 'mock-1',
  text: 'Nothing is analysed, and nothing leaves this installation.',
}
