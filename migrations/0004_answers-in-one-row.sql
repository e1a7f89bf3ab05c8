INSERT INTO `answer_sheets` (`attempt_id`, `answers`, `answered`, `saved_at`)
SELECT `id`,
  '[' || coalesce((
    SELECT group_concat(
      coalesce('"' || `selected_answer` || '"', 'null') || ',' || coalesce(`time_spent`, 0) || ',' || coalesce(`revision`, -1),
      ',' ORDER BY `position`)
    FROM `questions`
    LEFT JOIN `answers` ON `answers`.`question_id` = `questions`.`id` AND `answers`.`attempt_id` = `attempts`.`id`
    WHERE `questions`.`test_id` = `attempts`.`test_id`), '') || ']',
  (SELECT count(`selected_answer`) FROM `answers` WHERE `attempt_id` = `attempts`.`id`),
  (SELECT max(`saved_at`) FROM `answers` WHERE `attempt_id` = `attempts`.`id`)
FROM `attempts`;
--> statement-breakpoint
DROP TABLE `answers`;
