CREATE TABLE `arrival_totals` (
	`role` text NOT NULL,
	`quarter` integer NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`role`, `quarter`)
);
--> statement-breakpoint
CREATE TABLE `group_totals` (
	`college_id` text NOT NULL,
	`batch` text NOT NULL,
	`branch` text NOT NULL,
	`section` text NOT NULL,
	`students` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`passed` integer DEFAULT 0 NOT NULL,
	`percentages` integer DEFAULT 0 NOT NULL,
	`marks_obtained` integer DEFAULT 0 NOT NULL,
	`total_marks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`college_id`, `batch`, `branch`, `section`),
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `item_fold_sums` (
	`test_id` text PRIMARY KEY NOT NULL,
	`fold` text NOT NULL,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `item_folds` (
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`fold` text NOT NULL,
	`stale` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`test_id`, `college_id`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `item_folds_college` ON `item_folds` (`college_id`);--> statement-breakpoint
CREATE TABLE `item_pending` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`college_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `item_pending_test` ON `item_pending` (`test_id`,`college_id`);--> statement-breakpoint
CREATE TABLE `student_totals` (
	`student_id` text PRIMARY KEY NOT NULL,
	`college_id` text NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`passed` integer DEFAULT 0 NOT NULL,
	`percentages` integer DEFAULT 0 NOT NULL,
	`marks_obtained` integer DEFAULT 0 NOT NULL,
	`total_marks` integer DEFAULT 0 NOT NULL,
	`average` real,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `student_totals_college_average` ON `student_totals` (`college_id`,`average`,`student_id`);--> statement-breakpoint
CREATE INDEX `student_totals_college_completed` ON `student_totals` (`college_id`,`completed`,`student_id`);--> statement-breakpoint
CREATE INDEX `student_totals_average` ON `student_totals` (`average`,`student_id`) WHERE completed > 0;--> statement-breakpoint
CREATE INDEX `student_totals_completed` ON `student_totals` (`completed`,`student_id`) WHERE completed > 0;--> statement-breakpoint
CREATE TABLE `submission_totals` (
	`college_id` text NOT NULL,
	`quarter` integer NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`passed` integer DEFAULT 0 NOT NULL,
	`percentages` integer DEFAULT 0 NOT NULL,
	`marks_obtained` integer DEFAULT 0 NOT NULL,
	`total_marks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`college_id`, `quarter`)
);
--> statement-breakpoint
CREATE TABLE `test_group_totals` (
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`batch` text NOT NULL,
	`branch` text NOT NULL,
	`section` text NOT NULL,
	`assigned` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`passed` integer DEFAULT 0 NOT NULL,
	`percentages` integer DEFAULT 0 NOT NULL,
	`marks_obtained` integer DEFAULT 0 NOT NULL,
	`total_marks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`college_id`, `test_id`, `batch`, `branch`, `section`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `test_group_totals_test` ON `test_group_totals` (`test_id`);--> statement-breakpoint
CREATE TABLE `test_totals` (
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`assigned` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`passed` integer DEFAULT 0 NOT NULL,
	`percentages` integer DEFAULT 0 NOT NULL,
	`marks_obtained` integer DEFAULT 0 NOT NULL,
	`total_marks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`test_id`, `college_id`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `test_totals_college` ON `test_totals` (`college_id`);--> statement-breakpoint
DROP INDEX `attempts_test_college`;--> statement-breakpoint
CREATE INDEX `attempts_test_college_score` ON `attempts` (`test_id`,`college_id`,`percentage`);--> statement-breakpoint
CREATE INDEX `attempts_college_submitted` ON `attempts` (`college_id`,`submitted_at`,`test_id`,`student_id`) WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX `attempts_college_percentage` ON `attempts` (`college_id`,`percentage`,`test_id`,`student_id`) WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX `attempts_submitted` ON `attempts` (`submitted_at`) WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX `users_role_name` ON `users` (`role`,name collate nocase,`id`);--> statement-breakpoint
-- What reports add up is kept by what changes it. Every change is told as a delta (sign 1: comes in, -1: goes out) to one of two
-- views, whose triggers add it to the sums; 40 is the pass mark of src/shared/attempts/rules.ts.
CREATE VIEW `assignment_deltas` AS
  SELECT 0 AS `sign`, '' AS `test_id`, '' AS `college_id`, '' AS `batch`, '' AS `branch`, '' AS `section` WHERE 0;--> statement-breakpoint
CREATE VIEW `result_deltas` AS
  SELECT 0 AS `sign`, '' AS `student_id`, '' AS `test_id`, '' AS `college_id`, '' AS `batch`, '' AS `branch`, '' AS `section`,
    0 AS `submitted_at`, 0.0 AS `percentage`, 0.0 AS `marks_obtained`, 0.0 AS `total_marks` WHERE 0;--> statement-breakpoint
CREATE TRIGGER `assignment_deltas_add` INSTEAD OF INSERT ON `assignment_deltas` BEGIN
  INSERT INTO `test_totals` (`test_id`, `college_id`) SELECT NEW.`test_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_totals` SET
    `assigned` = `assigned` + NEW.`sign`
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
  INSERT INTO `test_group_totals` (`test_id`, `college_id`, `batch`, `branch`, `section`) SELECT NEW.`test_id`, NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_group_totals` SET
    `assigned` = `assigned` + NEW.`sign`
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
END;--> statement-breakpoint
CREATE TRIGGER `result_deltas_add` INSTEAD OF INSERT ON `result_deltas` BEGIN
  INSERT INTO `test_totals` (`test_id`, `college_id`) SELECT NEW.`test_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
  INSERT INTO `test_group_totals` (`test_id`, `college_id`, `batch`, `branch`, `section`) SELECT NEW.`test_id`, NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_group_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
  INSERT INTO `group_totals` (`college_id`, `batch`, `branch`, `section`) SELECT NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `group_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
  INSERT INTO `student_totals` (`student_id`, `college_id`) SELECT NEW.`student_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `student_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER),
    `average` = CASE WHEN `completed` + NEW.`sign` > 0 THEN
      (`percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER)) * 1.0 / (`completed` + NEW.`sign`) END
    WHERE `student_id` = NEW.`student_id`;
  UPDATE `group_totals` SET `active` = `active` + NEW.`sign`
    WHERE `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`
      AND (SELECT `completed` FROM `student_totals` WHERE `student_id` = NEW.`student_id`) = (NEW.`sign` > 0);
  INSERT INTO `submission_totals` (`college_id`, `quarter`) SELECT NEW.`college_id`, NEW.`submitted_at` / 900000 WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `submission_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = NEW.`college_id` AND `quarter` = NEW.`submitted_at` / 900000;
  INSERT INTO `submission_totals` (`college_id`, `quarter`) SELECT '', NEW.`submitted_at` / 900000 WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `submission_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = '' AND `quarter` = NEW.`submitted_at` / 900000;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_totals_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL BEGIN
  INSERT INTO `result_deltas`
    SELECT 1, NEW.`student_id`, NEW.`test_id`, NEW.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      NEW.`submitted_at`, NEW.`percentage`, NEW.`marks_obtained`, NEW.`total_marks`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_totals_update` AFTER UPDATE OF `submitted_at`, `percentage`, `marks_obtained`, `total_marks` ON `attempts` WHEN
  OLD.`submitted_at` IS NOT NEW.`submitted_at` OR OLD.`percentage` IS NOT NEW.`percentage` OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained` OR OLD.`total_marks` IS NOT NEW.`total_marks`
BEGIN
  INSERT INTO `result_deltas`
    SELECT -1, OLD.`student_id`, OLD.`test_id`, OLD.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      OLD.`submitted_at`, OLD.`percentage`, OLD.`marks_obtained`, OLD.`total_marks`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL;
  INSERT INTO `result_deltas`
    SELECT 1, NEW.`student_id`, NEW.`test_id`, NEW.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      NEW.`submitted_at`, NEW.`percentage`, NEW.`marks_obtained`, NEW.`total_marks`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL;
END;--> statement-breakpoint
-- Where the student goes too, there is nobody left to look up: the student's own trigger took it all out before.
CREATE TRIGGER `attempts_totals_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL BEGIN
  INSERT INTO `result_deltas`
    SELECT -1, OLD.`student_id`, OLD.`test_id`, OLD.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      OLD.`submitted_at`, OLD.`percentage`, OLD.`marks_obtained`, OLD.`total_marks`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `student_assignments_totals_insert` AFTER INSERT ON `student_assignments` BEGIN
  INSERT INTO `assignment_deltas`
    SELECT 1, `test_id`, `assignments`.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, '')
    FROM `assignments`, `users` WHERE `assignments`.`id` = NEW.`assignment_id` AND `users`.`id` = NEW.`student_id`;
END;--> statement-breakpoint
CREATE TRIGGER `student_assignments_totals_delete` AFTER DELETE ON `student_assignments` BEGIN
  INSERT INTO `assignment_deltas`
    SELECT -1, `test_id`, `assignments`.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, '')
    FROM `assignments`, `users` WHERE `assignments`.`id` = OLD.`assignment_id` AND `users`.`id` = OLD.`student_id`;
END;--> statement-breakpoint
-- The same for an assignment: what hangs on it finds it gone.
CREATE TRIGGER `assignments_totals_delete` BEFORE DELETE ON `assignments` BEGIN
  INSERT INTO `assignment_deltas`
    SELECT -1, OLD.`test_id`, OLD.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, '')
    FROM `student_assignments` JOIN `users` ON `users`.`id` = `student_id` WHERE `assignment_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `users_totals_insert` AFTER INSERT ON `users` BEGIN
  INSERT INTO `arrival_totals` (`role`, `quarter`) VALUES (NEW.`role`, NEW.`created_at` / 900000) ON CONFLICT DO NOTHING;
  UPDATE `arrival_totals` SET `users` = `users` + 1 WHERE `role` = NEW.`role` AND `quarter` = NEW.`created_at` / 900000;
  INSERT INTO `group_totals` (`college_id`, `batch`, `branch`, `section`)
    SELECT NEW.`college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, '') WHERE NEW.`role` = 'student' ON CONFLICT DO NOTHING;
  UPDATE `group_totals` SET `students` = `students` + 1
    WHERE NEW.`role` = 'student' AND `college_id` = NEW.`college_id` AND `batch` = coalesce(NEW.`batch`, '') AND `branch` = coalesce(NEW.`branch`, '') AND `section` = coalesce(NEW.`section`, '');
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
      `submitted_at`, `percentage`, `marks_obtained`, `total_marks`
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL;
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
      `submitted_at`, `percentage`, `marks_obtained`, `total_marks`
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL;
  INSERT INTO `assignment_deltas`
    SELECT 1, `test_id`, `assignments`.`college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, '')
    FROM `student_assignments` JOIN `assignments` ON `assignments`.`id` = `assignment_id` WHERE `student_id` = NEW.`id`;
  INSERT INTO `result_deltas`
    SELECT 1, `student_id`, `test_id`, `college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, ''),
      `submitted_at`, `percentage`, `marks_obtained`, `total_marks`
    FROM `attempts` WHERE `student_id` = NEW.`id` AND `submitted_at` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `colleges_totals_delete` AFTER DELETE ON `colleges` BEGIN
  DELETE FROM `submission_totals` WHERE `college_id` = OLD.`id`;
END;--> statement-breakpoint
-- What is there already.
INSERT INTO `assignment_deltas`
  SELECT 1, `test_id`, `assignments`.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, '')
  FROM `student_assignments` JOIN `assignments` ON `assignments`.`id` = `assignment_id` JOIN `users` ON `users`.`id` = `student_id`;--> statement-breakpoint
INSERT INTO `result_deltas`
  SELECT 1, `student_id`, `test_id`, `attempts`.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
    `submitted_at`, `percentage`, `marks_obtained`, `total_marks`
  FROM `attempts` JOIN `users` ON `users`.`id` = `student_id` WHERE `submitted_at` IS NOT NULL;--> statement-breakpoint
INSERT INTO `arrival_totals` SELECT `role`, `created_at` / 900000, count(*) FROM `users` GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO `group_totals` (`college_id`, `batch`, `branch`, `section`, `students`)
  SELECT `college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), count(*)
  FROM `users` WHERE `role` = 'student' GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET `students` = excluded.`students`;--> statement-breakpoint
CREATE TRIGGER `attempts_items_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`);
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_submit` AFTER UPDATE OF `submitted_at` ON `attempts`
  WHEN OLD.`submitted_at` IS NULL AND NEW.`submitted_at` IS NOT NULL
BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
-- What waits will be read as it is then; what is folded cannot be taken out without knowing what it was.
CREATE TRIGGER `attempts_items_change` AFTER UPDATE OF `submitted_at`, `marks_obtained` ON `attempts`
  WHEN OLD.`submitted_at` IS NOT NULL AND (NEW.`submitted_at` IS NULL OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained`)
BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id` AND NEW.`submitted_at` IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id`;
END;--> statement-breakpoint
INSERT INTO `item_pending` SELECT `id`, `test_id`, `college_id` FROM `attempts` WHERE `submitted_at` IS NOT NULL;
