/** Proposed rules: each is reviewed and proven by its fixtures before somebody decides to promote it. */
