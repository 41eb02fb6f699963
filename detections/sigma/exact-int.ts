import { defineScalarTag, intCoreTag, NOT_RESOLVED } from 'js-yaml'

/** An integer that a double cannot represent stays text, so that two different ids never become the same number. */
export const exactInt = defineScalarTag<number | string>('tag:yaml.org,2002:int', {
  ...intCoreTag,
  resolve(source, isExplicit, tagName) {
    const value = intCoreTag.resolve(source, isExplicit, tagName)
    return value === NOT_RESOLVED || Number.isSafeInteger(value) ? value : source
  },
})
