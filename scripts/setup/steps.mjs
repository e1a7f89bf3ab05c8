/** Thrown when setup cannot continue. The message names the failure and a command to try; no stack is shown. */
export class SetUpError extends Error {}

const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** Prints each setup step and its duration. */
export class Steps {
  #began = performance.now()
  #count = 0

  /** Runs a step, printing `Building the client… 6.1 s`. */
  async run(name, work) {
    this.#count++
    process.stdout.write(`${name}… `)
    const began = performance.now()
    try {
      const value = await work()
      process.stdout.write(`${inSeconds(performance.now() - began)}\n`)
      return value
    } catch (error) {
      process.stdout.write(`failed after ${inSeconds(performance.now() - began)}\n`)
      throw error
    }
  }

  finish() {
    if (this.#count > 0) console.log(`Set up in ${inSeconds(performance.now() - this.#began)}`)
  }
}
