/** The parts of proposed rules that the API may use. */
