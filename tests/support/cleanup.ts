/** Cleanup to run after the current test, or after the current file. */

type Cleanup = () => Promise<void>
const ofTest: Cleanup[] = []
const ofFile: Cleanup[] = []

export const afterThisTest = (cleanup: Cleanup) => void ofTest.push(cleanup)
export const afterThisFile = (cleanup: Cleanup) => void ofFile.push(cleanup)

async function runAll(cleanups: Cleanup[]) {
  for (const cleanup of cleanups.splice(0)) await cleanup()
}
export const cleanUpTest = () => runAll(ofTest)
export const cleanUpFile = () => runAll(ofFile)
