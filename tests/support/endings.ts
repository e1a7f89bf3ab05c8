/** Cleanup to run after the current test, or after the current file. */

type End = () => Promise<void>
const ofTest: End[] = []
const ofFile: End[] = []

export const endWithTest = (end: End) => void ofTest.push(end)
export const endWithFile = (end: End) => void ofFile.push(end)

async function endAll(ends: End[]) {
  for (const end of ends.splice(0)) await end()
}
export const endTest = () => endAll(ofTest)
export const endFile = () => endAll(ofFile)
