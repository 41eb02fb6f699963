import { invalid } from '../../../../platform/invalid-input.ts'
import type { SsoProvider } from './connection.ts'
import { checkHttps } from './issuer.ts'
import { readMetadata } from './saml/metadata.ts'

/** Secrets, keys and certificates by which a connection trusts a provider. */
export type Trust = {
  readonly clientId: string | null
  /** In clear text; it is stored in the vault. */
  readonly clientSecret: string | null
  readonly metadataUrl: string | null
  readonly metadataXml: string | null
}

/** Throws 422 for what the provider's protocol does not have, lacks, or cannot be read. */
export function checkTrust(provider: SsoProvider, issuer: string, trust: Trust): void {
  if (provider === 'oidc') checkOidc(trust)
  else checkSaml(issuer, trust)
}

function checkOidc({ clientId, metadataUrl, metadataXml }: Trust): void {
  if (clientId === null) throw invalid('client_id', 'an OIDC connection needs one')
  if (metadataUrl !== null) throw invalid('metadata_url', 'is for SAML: an OIDC provider is found by its issuer')
  if (metadataXml !== null) throw invalid('metadata_xml', 'is for SAML')
}

function checkSaml(issuer: string, { clientId, clientSecret, metadataUrl, metadataXml }: Trust): void {
  if (clientId !== null) throw invalid('client_id', 'is for OIDC')
  if (clientSecret !== null) throw invalid('client_secret', 'is for OIDC')
  if ((metadataUrl === null) === (metadataXml === null))
    throw invalid('metadata_url', 'a SAML connection has either metadata_url or metadata_xml')
  if (metadataUrl !== null) checkHttps('metadata_url', metadataUrl)
  if (metadataXml === null) return
  const read = readMetadata(metadataXml, issuer)
  if ('fault' in read) throw invalid('metadata_xml', read.fault)
}
