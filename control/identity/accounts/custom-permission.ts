/**
 * A permission of a tenant's own making: the name of something that the tenant guards itself. svc asks for none of them
 * anywhere, and no permission of ours will ever begin with `custom:`, so none can come to mean more than its tenant meant.
 */
export type CustomPermission = `custom:${string}`

export const CUSTOM_AREA = 'custom'
/** Every one that a tenant has or will have: what its administrators hold. It can be neither made nor granted by name. */
export const EVERY_CUSTOM: CustomPermission = 'custom:*'

/** As long as a scope of an API key may be. */
export const CUSTOM_NAME_MAX = 60
/** One to three words after the area; none of them is a wildcard. */
export const CUSTOM_NAME = /^custom:[a-z0-9][a-z0-9_-]*(:[a-z0-9][a-z0-9_-]*){0,2}$/

export function isCustomPermission(name: string): name is CustomPermission {
  return name.length <= CUSTOM_NAME_MAX && CUSTOM_NAME.test(name)
}
