/** The parts of the runner's toolkit that we use: the rest of it is left out of the bundle. */
export { debug, error, info, notice, saveState, setOutput, setSecret, warning } from '@actions/core';
