CREATE TABLE `answer_marks` (
	`attempt_id` text NOT NULL,
	`question_id` text NOT NULL,
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`revision` integer NOT NULL,
	`marks` real,
	`comment` text,
	`levels` text,
	`marked_by` text,
	`marked_at` integer,
	`second_marks` real,
	`second_comment` text,
	`second_levels` text,
	`second_by` text,
	`second_at` integer,
	PRIMARY KEY(`attempt_id`, `question_id`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`marked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`second_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `answer_marks_queue` ON `answer_marks` (`test_id`,`question_id`,`college_id`,`marks`);--> statement-breakpoint
CREATE INDEX `answer_marks_question` ON `answer_marks` (`question_id`);--> statement-breakpoint
CREATE INDEX `answer_marks_college` ON `answer_marks` (`college_id`);--> statement-breakpoint
CREATE INDEX `answer_marks_marked_by` ON `answer_marks` (`marked_by`);--> statement-breakpoint
CREATE INDEX `answer_marks_second_by` ON `answer_marks` (`second_by`);--> statement-breakpoint
CREATE TABLE `markers` (
	`test_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`test_id`, `user_id`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `markers_user` ON `markers` (`user_id`);--> statement-breakpoint
DROP INDEX `attempts_college_submitted`;--> statement-breakpoint
DROP INDEX `attempts_college_percentage`;--> statement-breakpoint
ALTER TABLE `attempts` ADD `passed` integer;--> statement-breakpoint
ALTER TABLE `attempts` ADD `pending_marks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `attempts_college_submitted` ON `attempts` (`college_id`,`submitted_at`,`test_id`,`student_id`) WHERE percentage is not null;--> statement-breakpoint
CREATE INDEX `attempts_college_percentage` ON `attempts` (`college_id`,`percentage`,`test_id`,`student_id`) WHERE percentage is not null;--> statement-breakpoint
ALTER TABLE `sections` ADD `cutoff` real;--> statement-breakpoint
ALTER TABLE `sections` ADD `best_of` integer;--> statement-breakpoint
ALTER TABLE `tests` ADD `penalty` text;--> statement-breakpoint
ALTER TABLE `tests` ADD `floor` text DEFAULT 'test' NOT NULL;--> statement-breakpoint
ALTER TABLE `tests` ADD `pass_mark` real DEFAULT 40 NOT NULL;--> statement-breakpoint
ALTER TABLE `tests` ADD `best_of` integer;--> statement-breakpoint
-- Reports count an attempt once it is fully marked, that is once it has a percentage, and as passed by its own pass mark.
DROP TRIGGER `attempts_totals_insert`;--> statement-breakpoint
DROP TRIGGER `attempts_totals_delete`;--> statement-breakpoint
DROP TRIGGER `users_totals_delete`;--> statement-breakpoint
DROP TRIGGER `users_totals_update`;--> statement-breakpoint
DROP TRIGGER `kind_changes_read`;--> statement-breakpoint
DROP TRIGGER `tests_kinds_update`;--> statement-breakpoint
DROP TRIGGER `attempts_students_insert`;--> statement-breakpoint
DROP TRIGGER `attempts_students_update`;--> statement-breakpoint
DROP TRIGGER `attempts_students_delete`;--> statement-breakpoint
DROP TRIGGER `users_students_delete`;--> statement-breakpoint
DROP TRIGGER `users_students_update`;--> statement-breakpoint
DROP TRIGGER `attempts_items_insert`;--> statement-breakpoint
DROP TRIGGER `attempts_items_submit`;--> statement-breakpoint
DROP TRIGGER `attempts_items_change`;--> statement-breakpoint
DROP TRIGGER `attempts_items_delete`;--> statement-breakpoint
DROP TRIGGER `attempts_totals_update`;--> statement-breakpoint
DROP VIEW `result_deltas`;--> statement-breakpoint
DROP VIEW `student_deltas`;--> statement-breakpoint
CREATE VIEW `result_deltas` AS
  SELECT 0 AS `sign`, '' AS `student_id`, '' AS `test_id`, '' AS `college_id`, '' AS `batch`, '' AS `branch`, '' AS `section`,
    0 AS `submitted_at`, 0.0 AS `percentage`, 0 AS `passed`, 0.0 AS `marks_obtained`, 0.0 AS `total_marks` WHERE 0;--> statement-breakpoint
CREATE TRIGGER `attempts_totals_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL BEGIN
  INSERT INTO `result_deltas`
    SELECT 1, NEW.`student_id`, NEW.`test_id`, NEW.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      NEW.`submitted_at`, NEW.`percentage`, coalesce(NEW.`passed`, NEW.`percentage` >= 40), NEW.`marks_obtained`, NEW.`total_marks`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_totals_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL BEGIN
  INSERT INTO `result_deltas`
    SELECT -1, OLD.`student_id`, OLD.`test_id`, OLD.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      OLD.`submitted_at`, OLD.`percentage`, coalesce(OLD.`passed`, OLD.`percentage` >= 40), OLD.`marks_obtained`, OLD.`total_marks`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `users_totals_delete` BEFORE DELETE ON `users` BEGIN
  UPDATE `arrival_totals` SET `users` = `users` - 1 WHERE `role` = OLD.`role` AND `quarter` = OLD.`created_at` / 900000;
  UPDATE `group_totals` SET `students` = `students` - 1
    WHERE OLD.`role` = 'student' AND `college_id` = OLD.`college_id` AND `batch` = coalesce(OLD.`batch`, '') AND `branch` = coalesce(OLD.`branch`, '') AND `section` = coalesce(OLD.`section`, '');
  INSERT INTO `assignment_deltas`
    SELECT -1, `test_id`, `assignments`.`college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, '')
    FROM `student_assignments` JOIN `assignments` ON `assignments`.`id` = `assignment_id` WHERE `student_id` = OLD.`id`;
  INSERT INTO `result_deltas`
    SELECT -1, `student_id`, `test_id`, `college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, ''),
      `submitted_at`, `percentage`, coalesce(`passed`, `percentage` >= 40), `marks_obtained`, `total_marks`
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `users_totals_update` AFTER UPDATE OF `role`, `college_id`, `batch`, `branch`, `section`, `created_at` ON `users` WHEN
  OLD.`role` IS NOT NEW.`role` OR OLD.`college_id` IS NOT NEW.`college_id` OR OLD.`batch` IS NOT NEW.`batch` OR OLD.`branch` IS NOT NEW.`branch` OR OLD.`section` IS NOT NEW.`section` OR OLD.`created_at` IS NOT NEW.`created_at`
BEGIN
  UPDATE `arrival_totals` SET `users` = `users` - 1 WHERE `role` = OLD.`role` AND `quarter` = OLD.`created_at` / 900000;
  UPDATE `group_totals` SET `students` = `students` - 1
    WHERE OLD.`role` = 'student' AND `college_id` = OLD.`college_id` AND `batch` = coalesce(OLD.`batch`, '') AND `branch` = coalesce(OLD.`branch`, '') AND `section` = coalesce(OLD.`section`, '');
  INSERT INTO `arrival_totals` (`role`, `quarter`) VALUES (NEW.`role`, NEW.`created_at` / 900000) ON CONFLICT DO NOTHING;
  UPDATE `arrival_totals` SET `users` = `users` + 1 WHERE `role` = NEW.`role` AND `quarter` = NEW.`created_at` / 900000;
  INSERT INTO `group_totals` (`college_id`, `batch`, `branch`, `section`)
    SELECT NEW.`college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, '') WHERE NEW.`role` = 'student' ON CONFLICT DO NOTHING;
  UPDATE `group_totals` SET `students` = `students` + 1
    WHERE NEW.`role` = 'student' AND `college_id` = NEW.`college_id` AND `batch` = coalesce(NEW.`batch`, '') AND `branch` = coalesce(NEW.`branch`, '') AND `section` = coalesce(NEW.`section`, '');
  INSERT INTO `assignment_deltas`
    SELECT -1, `test_id`, `assignments`.`college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, '')
    FROM `student_assignments` JOIN `assignments` ON `assignments`.`id` = `assignment_id` WHERE `student_id` = OLD.`id`;
  INSERT INTO `result_deltas`
    SELECT -1, `student_id`, `test_id`, `college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, ''),
      `submitted_at`, `percentage`, coalesce(`passed`, `percentage` >= 40), `marks_obtained`, `total_marks`
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL;
  INSERT INTO `assignment_deltas`
    SELECT 1, `test_id`, `assignments`.`college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, '')
    FROM `student_assignments` JOIN `assignments` ON `assignments`.`id` = `assignment_id` WHERE `student_id` = NEW.`id`;
  INSERT INTO `result_deltas`
    SELECT 1, `student_id`, `test_id`, `college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, ''),
      `submitted_at`, `percentage`, coalesce(`passed`, `percentage` >= 40), `marks_obtained`, `total_marks`
    FROM `attempts` WHERE `student_id` = NEW.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `kind_changes_read` INSTEAD OF INSERT ON `kind_changes` BEGIN
  UPDATE `student_totals` SET `kinds` = (
    SELECT coalesce(group_concat(DISTINCT '[' || `test_type` || '/' || `subject` || ']'), '')
    FROM `attempts` JOIN `tests` ON `tests`.`id` = `test_id` WHERE `student_id` = NEW.`student_id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL
  ) WHERE `student_id` = NEW.`student_id`;
END;--> statement-breakpoint
CREATE TRIGGER `result_deltas_kinds` INSTEAD OF INSERT ON `result_deltas` BEGIN
  INSERT INTO `student_totals` (`student_id`, `college_id`) SELECT NEW.`student_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  INSERT INTO `kind_changes` SELECT NEW.`student_id` WHERE CASE
    WHEN NEW.`sign` > 0 THEN NOT instr(
      (SELECT `kinds` FROM `student_totals` WHERE `student_id` = NEW.`student_id`),
      (SELECT '[' || `test_type` || '/' || `subject` || ']' FROM `tests` WHERE `id` = NEW.`test_id`))
    ELSE NOT EXISTS (
      SELECT 1 FROM `attempts` WHERE `student_id` = NEW.`student_id` AND `test_id` = NEW.`test_id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL)
    END;
END;--> statement-breakpoint
CREATE TRIGGER `tests_kinds_update` AFTER UPDATE OF `test_type`, `subject` ON `tests` WHEN
  OLD.`test_type` IS NOT NEW.`test_type` OR OLD.`subject` IS NOT NEW.`subject`
BEGIN
  INSERT INTO `kind_changes` SELECT `student_id` FROM `attempts` WHERE `test_id` = NEW.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL;
END;--> statement-breakpoint
CREATE VIEW `student_deltas` AS
  SELECT 0 AS `sign`, '' AS `test_id`, '' AS `college_id`, '' AS `batch`, '' AS `branch`, '' AS `section`, 0 AS `passed` WHERE 0;--> statement-breakpoint
CREATE TRIGGER `student_deltas_add` INSTEAD OF INSERT ON `student_deltas` BEGIN
  INSERT INTO `test_totals` (`test_id`, `college_id`) SELECT NEW.`test_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_totals` SET
    `students` = `students` + NEW.`sign`,
    `students_passed` = `students_passed` + NEW.`sign` * NEW.`passed`
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
  INSERT INTO `test_group_totals` (`test_id`, `college_id`, `batch`, `branch`, `section`) SELECT NEW.`test_id`, NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_group_totals` SET
    `students` = `students` + NEW.`sign`,
    `students_passed` = `students_passed` + NEW.`sign` * NEW.`passed`
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_students_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL BEGIN
  INSERT INTO `student_deltas`
    SELECT 1, NEW.`test_id`, NEW.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), coalesce(NEW.`passed`, NEW.`percentage` >= 40)
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL AND NEW.`counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_students_update` AFTER UPDATE OF `submitted_at`, `percentage`, `passed`, `counts` ON `attempts` WHEN
  OLD.`submitted_at` IS NOT NEW.`submitted_at` OR OLD.`percentage` IS NOT NEW.`percentage` OR OLD.`passed` IS NOT NEW.`passed` OR OLD.`counts` IS NOT NEW.`counts`
BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, OLD.`test_id`, OLD.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), coalesce(OLD.`passed`, OLD.`percentage` >= 40)
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL AND OLD.`counts` = 1;
  INSERT INTO `student_deltas`
    SELECT 1, NEW.`test_id`, NEW.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), coalesce(NEW.`passed`, NEW.`percentage` >= 40)
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL AND NEW.`counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_students_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, OLD.`test_id`, OLD.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), coalesce(OLD.`passed`, OLD.`percentage` >= 40)
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL AND OLD.`counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `users_students_delete` BEFORE DELETE ON `users` BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, `test_id`, `college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, ''), coalesce(`passed`, `percentage` >= 40)
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL AND `counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `users_students_update` AFTER UPDATE OF `batch`, `branch`, `section` ON `users` WHEN
  OLD.`batch` IS NOT NEW.`batch` OR OLD.`branch` IS NOT NEW.`branch` OR OLD.`section` IS NOT NEW.`section`
BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, `test_id`, `college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, ''), coalesce(`passed`, `percentage` >= 40)
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL AND `counts` = 1;
  INSERT INTO `student_deltas`
    SELECT 1, `test_id`, `college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, ''), coalesce(`passed`, `percentage` >= 40)
    FROM `attempts` WHERE `student_id` = NEW.`id` AND `submitted_at` IS NOT NULL AND `percentage` IS NOT NULL AND `counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL AND NEW.`number` = 1 BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`);
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_submit` AFTER UPDATE OF `submitted_at`, `percentage` ON `attempts`
  WHEN (OLD.`submitted_at` IS NULL OR OLD.`percentage` IS NULL) AND NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL
    AND NEW.`number` = 1
BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_change` AFTER UPDATE OF `submitted_at`, `percentage`, `marks_obtained` ON `attempts`
  WHEN OLD.`number` = 1 AND OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL
    AND (NEW.`submitted_at` IS NULL OR NEW.`percentage` IS NULL OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained`)
BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id` AND (NEW.`submitted_at` IS NULL OR NEW.`percentage` IS NULL);
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL AND OLD.`number` = 1 BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `result_deltas_add` INSTEAD OF INSERT ON `result_deltas` BEGIN
  INSERT INTO `test_totals` (`test_id`, `college_id`) SELECT NEW.`test_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * NEW.`passed`,
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
  INSERT INTO `test_group_totals` (`test_id`, `college_id`, `batch`, `branch`, `section`) SELECT NEW.`test_id`, NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_group_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * NEW.`passed`,
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
  INSERT INTO `group_totals` (`college_id`, `batch`, `branch`, `section`) SELECT NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `group_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * NEW.`passed`,
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
  INSERT INTO `student_totals` (`student_id`, `college_id`) SELECT NEW.`student_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `student_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * NEW.`passed`,
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER),
    `average` = CASE WHEN `completed` + NEW.`sign` > 0 THEN
      (`percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER)) * 1.0 / (`completed` + NEW.`sign`) END
    WHERE `student_id` = NEW.`student_id`;
  UPDATE `group_totals` SET `active` = `active` + NEW.`sign`
    WHERE `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`
      AND (SELECT `completed` FROM `student_totals` WHERE `student_id` = NEW.`student_id`) = (NEW.`sign` > 0);
  INSERT INTO `submission_totals` (`college_id`, `quarter`) SELECT NEW.`college_id`, NEW.`submitted_at` / 900000 WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `submission_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * NEW.`passed`,
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = NEW.`college_id` AND `quarter` = NEW.`submitted_at` / 900000;
  INSERT INTO `submission_totals` (`college_id`, `quarter`) SELECT '', NEW.`submitted_at` / 900000 WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `submission_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * NEW.`passed`,
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = '' AND `quarter` = NEW.`submitted_at` / 900000;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_totals_update` AFTER UPDATE OF `submitted_at`, `percentage`, `passed`, `marks_obtained`, `total_marks` ON `attempts` WHEN
  OLD.`submitted_at` IS NOT NEW.`submitted_at` OR OLD.`percentage` IS NOT NEW.`percentage` OR OLD.`passed` IS NOT NEW.`passed` OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained` OR OLD.`total_marks` IS NOT NEW.`total_marks`
BEGIN
  INSERT INTO `result_deltas`
    SELECT -1, OLD.`student_id`, OLD.`test_id`, OLD.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      OLD.`submitted_at`, OLD.`percentage`, coalesce(OLD.`passed`, OLD.`percentage` >= 40), OLD.`marks_obtained`, OLD.`total_marks`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL AND OLD.`percentage` IS NOT NULL;
  INSERT INTO `result_deltas`
    SELECT 1, NEW.`student_id`, NEW.`test_id`, NEW.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      NEW.`submitted_at`, NEW.`percentage`, coalesce(NEW.`passed`, NEW.`percentage` >= 40), NEW.`marks_obtained`, NEW.`total_marks`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL AND NEW.`percentage` IS NOT NULL;
END;--> statement-breakpoint
-- Changed marks can leave an attempt's sum as it was.
CREATE TRIGGER `answer_marks_items_update` AFTER UPDATE OF `marks` ON `answer_marks` WHEN OLD.`marks` IS NOT NEW.`marks` BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`
    AND EXISTS (SELECT 1 FROM `attempts` WHERE `id` = NEW.`attempt_id` AND `percentage` IS NOT NULL AND `number` = 1)
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = NEW.`attempt_id`);
END;--> statement-breakpoint
CREATE TRIGGER `answer_marks_items_insert` AFTER INSERT ON `answer_marks` WHEN NEW.`marks` IS NOT NULL BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`
    AND EXISTS (SELECT 1 FROM `attempts` WHERE `id` = NEW.`attempt_id` AND `percentage` IS NOT NULL AND `number` = 1)
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = NEW.`attempt_id`);
END;--> statement-breakpoint
CREATE TRIGGER `answer_marks_items_delete` AFTER DELETE ON `answer_marks` WHEN OLD.`marks` IS NOT NULL BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND EXISTS (SELECT 1 FROM `attempts` WHERE `id` = OLD.`attempt_id` AND `percentage` IS NOT NULL AND `number` = 1)
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`attempt_id`);
END;
