/** Paths of the archive's files, and the names by which readers of its tables refer to them. */
import type { TenantId } from '../../../platform/tenant.ts'

/** Bucket and first part of the names that stand in metadata: the path below the API where it serves the files. */
export const FILES_URL = 's3://iceberg/files/'

export const tableFolder = (tenant: TenantId): string => `${tenant}/events`
export const dataPath = (tenant: TenantId, day: string, moveId: string): string =>
  `${tableFolder(tenant)}/data/${day}/${moveId}.parquet`
export const metadataPath = (tenant: TenantId, name: string): string => `${tableFolder(tenant)}/metadata/${name}`

export const urlOf = (path: string): string => FILES_URL + path
export const pathOf = (url: string): string => url.slice(FILES_URL.length)
