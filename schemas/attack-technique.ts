/** The id of a technique or sub-technique of ATT&CK: `T1059`, `T1059.001`. Its text is the pattern of API inputs. */
export const TECHNIQUE_ID = /^T\d{4}(\.\d{3})?$/
