/** Threat intelligence of the operator: feeds for all tenants, and the MISP that indicators are pushed to. */
import type { InstallationFeeds } from '../../control/detect/intel/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Config } from '../config.ts'

type Values = Pick<Config, 'taxiiUrl' | 'taxiiRoot' | 'taxiiCollections' | 'mispUrl' | 'mispKey' | 'otxKey'>

/** Throws `bad_config` for settings that need each other. */
export function installationFeeds(values: Values): InstallationFeeds {
  const { taxiiUrl, taxiiRoot, taxiiCollections, otxKey } = values
  if (taxiiUrl !== null && taxiiCollections.length === 0)
    throw new AppError('bad_config', 'TAXII_COLLECTION_IDS: required with TAXII_URL')
  if (taxiiUrl === null && (taxiiCollections.length > 0 || taxiiRoot !== null))
    throw new AppError('bad_config', 'TAXII_URL: required with TAXII_API_ROOT and TAXII_COLLECTION_IDS')
  return {
    taxii: taxiiUrl === null ? null : { url: taxiiUrl, root: taxiiRoot, collections: taxiiCollections },
    misp: mispOf(values),
    otxKey,
  }
}

/** Null: no MISP. Throws `bad_config` for an address without a key, and the other way round. */
export function mispOf({ mispUrl: url, mispKey: apiKey }: Pick<Config, 'mispUrl' | 'mispKey'>) {
  if (url === null && apiKey === null) return null
  if (url === null) throw new AppError('bad_config', 'MISP_URL: required with MISP_API_KEY')
  if (apiKey === null) throw new AppError('bad_config', 'MISP_API_KEY: required with MISP_URL')
  return { url, apiKey }
}
