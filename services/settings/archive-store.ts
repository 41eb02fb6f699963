/** Finds the location of the archive of the lake. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEgress } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { localStore, type ObjectStore } from '../../stores/iceberg/object-store.ts'
import { type S3Place, s3Store } from '../../stores/iceberg/s3-store.ts'
import type { Config } from '../config.ts'
import { airGapOf } from './air-gap.ts'

/** The folder `archive` of the data folder where no other place is set. Throws `bad_config` for a bucket without keys. */
export function openArchiveStore(config: Config, log: Log): ObjectStore {
  const { archiveUrl, dataDir, ssrfAllowPrivate } = config
  if (archiveUrl === null) return localStore(resolve(dataDir, 'archive'))
  const url = new URL(archiveUrl)
  if (url.protocol === 'file:') return localStore(fileURLToPath(url))
  const airGap = airGapOf(config)
  return s3Store(bucketOf(url, config), { egress: openEgress({ airGap, allowPrivate: ssrfAllowPrivate, log }) })
}

type AwsSettings = Pick<
  Config,
  'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken' | 'awsRegion' | 'awsEndpoint'
>

/** `s3://bucket/prefix`, at AWS or at AWS_ENDPOINT_URL; or `https://host/bucket/prefix`, with keys in it or not. */
export function bucketOf(url: URL, settings: AwsSettings): S3Place {
  const region = url.searchParams.get('region') ?? settings.awsRegion
  const path = url.pathname.replace(/\/+$/, '')
  const endpoint = settings.awsEndpoint?.replace(/\/+$/, '') ?? `https://s3.${region}.amazonaws.com`
  const place = url.protocol === 's3:' ? `${endpoint}/${url.host}${path}` : `${url.protocol}//${url.host}${path}`
  const [accessKeyId, secretAccessKey] =
    url.protocol !== 's3:' && url.username !== ''
      ? [decodeURIComponent(url.username), decodeURIComponent(url.password)]
      : [settings.awsAccessKeyId, settings.awsSecretAccessKey]
  if (!accessKeyId || !secretAccessKey)
    throw new AppError('bad_config', 'SVC_LAKE_ARCHIVE_URL: a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const sessionToken = url.username === '' ? (settings.awsSessionToken ?? undefined) : undefined
  return { url: place, region, keys: { accessKeyId, secretAccessKey, sessionToken } }
}
