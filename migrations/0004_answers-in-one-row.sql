INSERT INTO `answer_sheets` (`attempt_id`, `answers`, `answered`, `saved_at`)
SELECT `attempts`.`id`,
  coalesce(json_group_object(`question_id`, json_array(`selected_answer`, `time_spent`, `revision`))
    FILTER (WHERE `question_id` IS NOT NULL), '{}'),
  count(`selected_answer`),
  max(`saved_at`)
FROM `attempts` LEFT JOIN `answers` ON `answers`.`attempt_id` = `attempts`.`id`
GROUP BY `attempts`.`id`;
--> statement-breakpoint
DROP TABLE `answers`;
