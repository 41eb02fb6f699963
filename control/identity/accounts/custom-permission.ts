/**
 * A permission that a tenant defines for something that the tenant protects itself. svc never checks one, and no
 * built-in permission will ever begin with `custom:`, so none can gain a meaning that its tenant did not intend.
 */
export type CustomPermission = `custom:${string}`

export const CUSTOM_AREA = 'custom'
/**
 * Stands for all present and future custom permissions of a tenant; its administrators hold it. It can be neither
 * created nor granted by name.
 */
export const EVERY_CUSTOM: CustomPermission = 'custom:*'

/** The same limit as for a scope of an API key. */
export const CUSTOM_NAME_MAX = 60
/** One to three words after the area; none of them is a wildcard. */
export const CUSTOM_NAME = /^custom:[a-z0-9][a-z0-9_-]*(:[a-z0-9][a-z0-9_-]*){0,2}$/

export function isCustomPermission(name: string): name is CustomPermission {
  return name.length <= CUSTOM_NAME_MAX && CUSTOM_NAME.test(name)
}
