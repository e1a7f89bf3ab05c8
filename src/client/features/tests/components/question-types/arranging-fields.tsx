import { Select, SimpleGrid, Textarea } from '@mantine/core'
import { RichText } from '#client/ui/rich-text.tsx'
import { rightSidesOf, withPartner } from '../../model/question-edits.ts'
import { blankPair } from '../../model/question-values.ts'
import { FieldGroup } from './field-group.tsx'
import { RowList } from './row-list.tsx'
import { useQuestionForm } from './use-question-form.ts'

const part = { minRows: 1, maxRows: 4 } as const

/** The pairs, and the right sides without a pair. */
export function MatchingFields() {
  const { values, begun, textField } = useQuestionForm()
  if (begun) return <PartnerFields />
  return (
    <>
      <RowList
        path="pairs"
        label="Pairs"
        description="Students see both sides in a different order. Several left sides may share a right side."
        what="pair"
        rows={values.pairs}
        blank={blankPair}
        min={2}
        max={50}
      >
        {(_, at) => (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} verticalSpacing={4}>
            <Textarea
              aria-label={`Left side of pair ${at + 1}`}
              placeholder="Left side"
              {...part}
              {...textField(`pairs.${at}.left`)}
            />
            <Textarea
              aria-label={`Right side of pair ${at + 1}`}
              placeholder="Right side"
              {...part}
              {...textField(`pairs.${at}.right`)}
            />
          </SimpleGrid>
        )}
      </RowList>
      <RowList
        path="distractors"
        label="Extra right sides"
        description="They match no left side."
        what="extra right side"
        rows={values.distractors}
        blank=""
        max={50}
      >
        {(_, at) => (
          <Textarea
            aria-label={`Extra right side ${at + 1}`}
            placeholder="Right side"
            {...part}
            {...textField(`distractors.${at}`)}
          />
        )}
      </RowList>
    </>
  )
}

/** The matching right side for each left side. Students have seen both sides, so only the pairing can change. */
function PartnerFields() {
  const { values, replace } = useQuestionForm()
  const sides = rightSidesOf(values)
  return (
    <FieldGroup label="Correct pairs">
      {values.pairs.map(({ left, right }, at) => (
        <SimpleGrid key={left} cols={{ base: 1, xs: 2 }} spacing={8} verticalSpacing={4}>
          <RichText text={left} inline />
          <Select
            aria-label={`Right side for ${left}`}
            data={sides}
            value={right}
            onChange={(side) => side !== null && replace(withPartner(values, at, side))}
          />
        </SimpleGrid>
      ))}
    </FieldGroup>
  )
}

/** The items in the correct order. */
export function OrderingFields() {
  const { values, begun, textField } = useQuestionForm()
  return (
    <RowList
      path="items"
      label="Items"
      description="In the correct order. Students see them in a different one."
      what="item"
      rows={values.items}
      blank=""
      min={2}
      max={50}
      canMove
      fixed={begun}
    >
      {(item, at) =>
        begun ? (
          <RichText text={item} inline />
        ) : (
          <Textarea
            aria-label={`Item ${at + 1}`}
            placeholder={`Item ${at + 1}`}
            minRows={1}
            maxRows={4}
            {...textField(`items.${at}`)}
          />
        )
      }
    </RowList>
  )
}
