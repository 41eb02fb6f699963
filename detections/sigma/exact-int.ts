import { defineScalarTag, intCoreTag, NOT_RESOLVED } from 'js-yaml'

/** An integer that a double cannot hold stays text: two different ids must not become one number. */
export const exactInt = defineScalarTag<number | string>('tag:yaml.org,2002:int', {
  ...intCoreTag,
  resolve(source, isExplicit, tagName) {
    const value = intCoreTag.resolve(source, isExplicit, tagName)
    return value === NOT_RESOLVED || Number.isSafeInteger(value) ? value : source
  },
})
