ALTER TABLE `answer_marks` ADD `reopened_answer` text;--> statement-breakpoint
-- Editing a started test counted only a section's fixed questions.
UPDATE `sections` SET `number_of_questions` =
  (SELECT count(*) FROM `questions` WHERE `section_id` = `sections`.`id` AND `pool_id` IS NULL) +
  (SELECT sum(`pick`) FROM `pools` WHERE `section_id` = `sections`.`id`)
  WHERE `id` IN (SELECT `section_id` FROM `pools`);
