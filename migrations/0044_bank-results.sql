CREATE TABLE `bank_results` (
	`question_id` text PRIMARY KEY NOT NULL,
	`bank_question_id` text NOT NULL,
	`test_id` text NOT NULL,
	`seen` integer NOT NULL,
	`facility` real NOT NULL,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`bank_question_id`) REFERENCES `bank_questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bank_results_bank_question` ON `bank_results` (`bank_question_id`);--> statement-breakpoint
CREATE INDEX `bank_results_test` ON `bank_results` (`test_id`);--> statement-breakpoint
CREATE TABLE `bank_results_pending` (
	`test_id` text PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `item_folds_bank_insert` AFTER INSERT ON `item_folds` WHEN
  EXISTS (SELECT 1 FROM `questions` WHERE `test_id` = NEW.`test_id` AND `bank_version` IS NOT NULL)
BEGIN
  INSERT INTO `bank_results_pending` VALUES (NEW.`test_id`, 1) ON CONFLICT (`test_id`) DO UPDATE SET `changes` = `changes` + 1;
END;--> statement-breakpoint
-- Regrading a test sets `stale` once per attempt.
CREATE TRIGGER `item_folds_bank_update` AFTER UPDATE OF `fold`, `stale` ON `item_folds` WHEN
  NOT (OLD.`stale` AND NEW.`stale`) AND
  EXISTS (SELECT 1 FROM `questions` WHERE `test_id` = NEW.`test_id` AND `bank_version` IS NOT NULL)
BEGIN
  INSERT INTO `bank_results_pending` VALUES (NEW.`test_id`, 1) ON CONFLICT (`test_id`) DO UPDATE SET `changes` = `changes` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `item_folds_bank_delete` AFTER DELETE ON `item_folds` WHEN
  EXISTS (SELECT 1 FROM `questions` WHERE `test_id` = OLD.`test_id` AND `bank_version` IS NOT NULL)
BEGIN
  INSERT INTO `bank_results_pending` VALUES (OLD.`test_id`, 1) ON CONFLICT (`test_id`) DO UPDATE SET `changes` = `changes` + 1;
END;--> statement-breakpoint
-- A new key unlinks a question from the bank.
CREATE TRIGGER `questions_bank_update` AFTER UPDATE OF `bank_question_id`, `bank_version` ON `questions` WHEN
  OLD.`bank_question_id` IS NOT NEW.`bank_question_id` OR OLD.`bank_version` IS NOT NEW.`bank_version`
BEGIN
  INSERT INTO `bank_results_pending` VALUES (NEW.`test_id`, 1) ON CONFLICT (`test_id`) DO UPDATE SET `changes` = `changes` + 1;
END;--> statement-breakpoint
INSERT INTO `bank_results_pending` SELECT DISTINCT `test_id`, 1 FROM `questions` WHERE `bank_version` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `item_folds` WHERE `item_folds`.`test_id` = `questions`.`test_id`);
