import { describe, it } from 'vitest'
import { checkMatrix, testProcedures } from './every-procedure.ts'

it('lists every procedure', checkMatrix)

describe('every procedure', () => testProcedures(0))
