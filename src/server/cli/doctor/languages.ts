import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Language, languageNames, languages } from '#shared/coding/languages.rules.ts'
import { missingPackages } from '../../judge/packages.ts'
import { UsageError } from '../usage.ts'

const apt = '/usr/bin/apt-get'
const options = ['-y', '--no-install-recommends']

/** Accepts identifiers and names, such as cpp and C++. @throws UsageError for other words */
function readLanguage(word: string): Language {
  const asked = word.toLowerCase()
  const found = languages.find((language) => [language, languageNames[language].toLowerCase()].includes(asked))
  if (!found) throw new UsageError(`Unknown language ${word}. Languages: ${languages.join(', ')}`)
  return found
}

/** Runs apt-get on this terminal. @returns its exit code */
function runApt(args: readonly string[]): Promise<number> {
  const quiet = ['DEBIAN_FRONTEND=noninteractive', apt, ...args]
  const child = spawn('/usr/bin/env', quiet, { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Installs the Debian packages of languages, if run as root on Debian; otherwise prints the command. Sets the exit code
 * to 1 if packages are still missing.
 * @param words languages; none for all of them
 */
export async function installLanguages(words: readonly string[]): Promise<void> {
  const wanted = words.length > 0 ? words.map(readLanguage) : languages
  const packages = missingPackages(wanted)
  if (packages.length === 0) {
    console.log(`Nothing to install for ${wanted.map((language) => languageNames[language]).join(', ')}`)
    return
  }
  const command = `apt-get install ${[...options, ...packages].join(' ')}`
  if (!existsSync(apt)) {
    console.log(`Languages can be installed only on Debian. Its packages are: ${packages.join(', ')}`)
    process.exitCode = 1
  } else if (process.getuid?.() !== 0) {
    console.log(`Only root can install packages. Run: sudo ${command}`)
    process.exitCode = 1
  } else {
    // Without a network, the existing package lists may be enough.
    await runApt(['-qq', 'update'])
    const code = await runApt(['install', ...options, ...packages])
    if (code === 0) console.log(`Installed ${packages.join(', ')}. Restart the server to use them.`)
    else console.log(`The packages could not be installed. Try again with: ${command}`)
    process.exitCode = code === 0 ? 0 : 1
  }
}
