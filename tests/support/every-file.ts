/**
 * Runs before each file of tests. Files share a process, and with it what they import: hooks that a shared module registered would be
 * the first file's alone.
 */
import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './endings.ts'

afterEach(endTest)
afterAll(endFile)
